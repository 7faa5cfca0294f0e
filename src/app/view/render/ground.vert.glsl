#version 100
precision highp float;

// One quad over the whole picture; its texture coordinates count tiles of the window texture.

attribute vec3 position;
attribute vec2 texcoord;

varying vec2 tile_point;

uniform mat4 Model;
uniform mat4 Projection;

void main() {
    gl_Position = Projection * Model * vec4(position, 1.0);
    tile_point = texcoord;
}
