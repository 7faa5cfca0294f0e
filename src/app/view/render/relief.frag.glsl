
// The lie of the land, laid over what `map_at` has painted: the higher the lighter, slopes by the light that falls on
// them with arrows that point up, an edge and a shadow at every step. One texel for each tile (see relief.rs).

uniform sampler2D Relief;
uniform vec4 Heights;           // the lowest and the range of all heights, the steepest slope, the highest height, in tiles

// The height of a tile's middle and its slope to the right and downward, in tiles; `walled` in w where a block stands on
// it, which has its own edges.
vec4 lie_of(vec2 tile) {
    tile = clamp(tile, MapBounds.xy, MapBounds.zw - 1.0);
    vec4 texel = floor(texture2D(Relief, (tile + 0.5) / WindowSize) * 255.0 + 0.5);
    float height = Heights.x + Heights.y * (texel.r * 256.0 + texel.g) / 65535.0;
    return vec4(height, (texel.ba - 128.0) / 127.0 * Heights.z, step(texel.b + texel.a, 0.5));
}

float height_at(vec4 lie, vec2 tile, vec2 point) {
    return lie.x + dot(lie.yz, point - tile - 0.5);
}

vec3 by_height(vec3 color, float height) {
    float up = clamp(height / max(Heights.w, 3.0), 0.0, 1.0);
    float down = clamp(-height / max(-Heights.x, 3.0), 0.0, 1.0);
    return mix(color, PAPER, 0.42 * up) * (1.0 - 0.42 * down);
}

// Arrows up a slope, on the middle of its tiles.
float arrows(vec2 point, vec2 tile, vec2 slope) {
    float steep = length(slope);
    if (steep < 0.02) return 0.0;
    vec2 up = slope / steep;
    float across = abs(dot(point - tile - 0.5, vec2(-up.y, up.x)));
    float along = fract(dot(point, up) * 2.0 + across * 1.7);
    float line = smoothstep(0.20, 0.12, abs(along - 0.5));
    return line * smoothstep(0.32, 0.28, across) * detail(9.0, 18.0);
}

// How much higher a tile beside is than this one where they are nearest; nothing outside the map and for blocks.
float rise_to(vec4 own, vec2 tile, vec2 beside, vec2 near) {
    vec2 inside = step(MapBounds.xy, beside) * step(beside, MapBounds.zw - 1.0);
    vec4 other = lie_of(beside);
    return inside.x * inside.y * (1.0 - other.w) * (height_at(other, beside, near) - height_at(own, tile, near));
}

// The shadow of what is so much higher, so far away: light falls from the upper left.
float shadow_of(float rise, vec2 away) {
    float far = max(length(away), 0.001);
    float shaded = mix(0.45, 1.0, smoothstep(-0.6, 0.6, dot(away, vec2(0.6, 0.8)) / far));
    float reach = clamp(0.14 + 0.34 * rise, 0.14, 0.55) * (0.6 + 0.4 * shaded);
    return shaded * smoothstep(0.02, 0.7, rise) * smoothstep(reach, 0.0, far);
}

vec3 relief(vec2 point, vec3 color) {
    vec2 tile = floor(point);
    vec4 own = lie_of(tile);
    if (own.w > 0.5) return color;
    vec3 ground = by_height(color, height_at(own, tile, point));
    ground *= 1.0 + clamp(dot(own.yz, vec2(0.16, 0.24)), -0.22, 0.18);
    ground = mix(ground, ground * vec3(0.60, 0.60, 0.68), 0.62 * arrows(point, tile, own.yz));

    float shadow = 0.0;
    float line = 0.0;
    float face = 0.0;
    float rim = 0.0;
    // How much higher the tiles are to the left and right, above and below.
    vec4 rises = vec4(0.0);
    for (int index = 0; index < 4; index++) {
        vec2 out_to = index == 0 ? vec2(-1.0, 0.0) : index == 1 ? vec2(1.0, 0.0) : vec2(0.0, index == 2 ? -1.0 : 1.0);
        vec2 near = clamp(point, tile + out_to, tile + out_to + 1.0);
        float away = distance(point, near);
        float rise = rise_to(own, tile, tile + out_to, near);
        rises += rise * vec4(index == 0, index == 1, index == 2, index == 3);
        shadow = max(shadow, shadow_of(rise, point - near));
        float drop = -rise;
        float strength = smoothstep(0.03, 0.55, drop);
        float thick = max(0.025 + 0.05 * smoothstep(0.3, 1.2, drop), 1.1 * pixel());
        float front = index == 3 ? clamp(0.30 * drop, 0.0, 0.26) : 0.0;
        line = max(line, (0.30 + 0.55 * strength) * step(0.03, drop) * smoothstep(thick, thick - 1.2 * pixel(), away));
        face = max(face, step(0.03, drop) * smoothstep(-0.6, 0.6, (front - away) * PixelsPerTile) * step(0.03, front));
        rim = max(rim, smoothstep(0.07, 0.0, abs(away - front - thick - 0.03)) * strength);
    }
    // Over a corner falls the shadow of a tile that touches nothing else.
    for (int index = 0; index < 4; index++) {
        vec2 out_to = vec2(index < 2 ? -1.0 : 1.0, index == 0 || index == 2 ? -1.0 : 1.0);
        vec2 aside = vec2(out_to.x < 0.0 ? rises.x : rises.y, out_to.y < 0.0 ? rises.z : rises.w);
        vec2 near = clamp(point, tile + out_to, tile + out_to + 1.0);
        if (max(aside.x, aside.y) < 0.02) {
            shadow = max(shadow, shadow_of(rise_to(own, tile, tile + out_to, near), point - near));
        }
    }
    ground *= mix(vec3(1.0), vec3(0.48, 0.52, 0.66), 0.85 * shadow);
    ground = mix(ground, PAPER, 0.30 * rim * (1.0 - face));
    ground = mix(ground, color * vec3(0.50, 0.48, 0.50), 0.92 * face);
    return mix(ground, INK, line);
}
