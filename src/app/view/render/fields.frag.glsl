#version 100
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif

// Danger, rewards and worn ground over what is painted below: one texel for each cell around the view, danger in red,
// reward in green, wear in blue (see fields.rs).

varying vec2 tile_point;

uniform sampler2D Texture;
uniform sampler2D Noise;        // 64 x 64 random texels, repeating
uniform vec2 Size;              // of the texture
uniform vec2 First;             // its first cell on the map, in tiles
uniform float TexelsPerTile;
uniform float PixelsPerTile;    // device pixels

const vec3 TRODDEN = vec3(0.83, 0.74, 0.55);
const vec3 BARE = vec3(0.76, 0.64, 0.46);
const vec3 DANGER = vec3(0.86, 0.15, 0.11);
const vec3 GOLD = vec3(0.99, 0.78, 0.22);
const vec3 PAPER = vec3(0.985, 0.965, 0.92);

// Lays a colour over what is there so far: its part of the sight in alpha.
vec4 over(vec4 below, vec3 color, float alpha) {
    float sum = alpha + below.a * (1.0 - alpha);
    return vec4(mix(below.rgb * below.a, color, alpha) / max(sum, 0.001), sum);
}

// A line where a value rises over `level`.
float contour(float value, float level) {
    return smoothstep(level * 0.3, level, value) * smoothstep(level * 2.6, level * 1.3, value);
}

void main() {
    vec4 field = texture2D(Texture, tile_point / Size);
    vec2 point = tile_point / TexelsPerTile + First;
    vec4 noise = texture2D(Noise, point * 1.75 / 64.0);
    vec4 grain = texture2D(Noise, point * 6.0 / 64.0);

    float uneven = (noise.r - 0.5) * 0.34 + (grain.g - 0.5) * 0.26;
    float trodden = smoothstep(0.05, 0.55, field.b + uneven * smoothstep(0.0, 0.3, field.b));
    vec4 sight = vec4(mix(TRODDEN, BARE, smoothstep(0.5, 1.0, field.b + 0.5 * uneven)), 0.86 * trodden);

    float visible = smoothstep(7.0, 16.0, PixelsPerTile);
    float stripe = abs(fract((point.x + point.y) * 1.25) - 0.5);
    float hatch = smoothstep(0.17, 0.11, stripe) * smoothstep(0.03, 0.25, field.r) * visible;
    sight = over(sight, DANGER, 0.40 * field.r);
    sight = over(sight, DANGER, 0.30 * hatch);
    sight = over(sight, DANGER, 0.26 * contour(field.r, 0.09));

    vec2 spot = fract(point * 2.0 + vec2(0.5 * mod(floor(point.y * 2.0), 2.0), 0.0)) - 0.5;
    float spots = smoothstep(0.20, 0.12, length(spot)) * smoothstep(0.03, 0.25, field.g) * visible;
    sight = over(sight, GOLD, 0.46 * field.g);
    sight = over(sight, PAPER, 0.42 * spots);
    sight = over(sight, GOLD, 0.36 * contour(field.g, 0.09));
    gl_FragColor = sight;
}
