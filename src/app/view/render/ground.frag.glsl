#version 100
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif

// Paints the ground from one texel for each tile: colour in rgb, look in alpha (see look.rs).
//
// Everything is decided from "blocks": the four tiles around the lattice corner nearest to a point.
// Whatever lies within half a tile of the point is in its block, which is as far as any edge,
// bank or shadow reaches.

varying vec2 tile_point;

uniform sampler2D Texture;      // the tiles around the view
uniform sampler2D Marks;        // assets/marks.png: 8 x 4 stamps, grey and alpha
uniform sampler2D Noise;        // 64 x 64 random texels, repeating
uniform vec2 WindowSize;        // size of the tile texture
uniform vec2 WindowFirst;       // its first tile on the map, modulo 512: where the noise starts
uniform vec4 MapBounds;         // the map's corners, counted in tiles of the texture
uniform float PixelsPerTile;    // device pixels
uniform vec3 TableColor;        // around the map

const float SOUTH_FACE = 0.30;  // how much of a raised tile its south face takes
const float EDGE_NEAR = 16.0;   // set in a look beside a tile that looks different
const float RAISED_NEAR = 32.0; // set in a look beside a raised tile, or on one
const vec3 DEPTH = vec3(0.86, 0.90, 0.94); // of water, away from its shore
const vec3 PAPER = vec3(0.985, 0.965, 0.92);
const vec3 INK = vec3(0.16, 0.17, 0.27);

// Width of a pixel, in tiles.
float pixel() {
    return 1.0 / PixelsPerTile;
}

// The part of a detail that is still worth drawing, by the size of a tile on the screen.
float detail(float from, float to) {
    return smoothstep(from, to, PixelsPerTile);
}

vec4 tile_at(vec2 tile) {
    tile = clamp(tile, MapBounds.xy, MapBounds.zw - 1.0);
    return texture2D(Texture, (tile + 0.5) / WindowSize);
}

// Whether a bit of a look is set, as 1 or 0.
float has(float look, float bit) {
    return mod(floor((look * 255.0 + 0.5) / bit), 2.0);
}

float is_raised(float look) {
    return has(look, 128.0);
}

float is_water(float look) {
    return has(look, 64.0);
}

float is_gap(float look) {
    return is_water(look) * step(14.5, mod(floor(look * 255.0 + 0.5), 16.0));
}

float is_road(float look) {
    return step(abs(mod(floor(look * 255.0 + 0.5), 16.0) - 2.0), 0.5);
}

// Noise with `frequency` random values to a tile. A multiple of 1/8, so that the noise joins where
// `WindowFirst` starts again.
vec4 noise_at(vec2 point, float frequency) {
    return texture2D(Noise, (point + WindowFirst) * frequency / 64.0);
}

// Distance to a quadrant with its corner at the origin, the corner rounded.
float quadrant(vec2 point, float radius) {
    point += radius;
    return length(max(point, 0.0)) + min(max(point.x, point.y), 0.0) - radius;
}

// Signed distance, negative inside, to the tiles of a block that are in `set` (upper left, upper
// right, lower left, lower right); `point` is counted from the middle of the block. Corners that
// stick out have the radius `radius`, corners between tiles `hollow`.
float block_distance(vec4 set, vec2 point, float radius, float hollow) {
    float nearest = 0.5;
    if (set.x > 0.5) nearest = min(nearest, quadrant(point, radius));
    if (set.y > 0.5) nearest = min(nearest, quadrant(vec2(-point.x, point.y), radius));
    if (set.z > 0.5) nearest = min(nearest, quadrant(vec2(point.x, -point.y), radius));
    if (set.w > 0.5) nearest = min(nearest, quadrant(-point, radius));
    // Two neighbours make a straight edge, without the notch that two rounded corners leave.
    if (set.x + set.y > 1.5) nearest = min(nearest, point.y);
    if (set.z + set.w > 1.5) nearest = min(nearest, -point.y);
    if (set.x + set.z > 1.5) nearest = min(nearest, point.x);
    if (set.y + set.w > 1.5) nearest = min(nearest, -point.x);
    float count = dot(set, vec4(1.0));
    if (count > 2.5) {
        // All but one: the space that is left has a rounded corner too.
        vec2 flip = vec2(set.x * set.z < 0.5 ? 1.0 : -1.0, set.x * set.y < 0.5 ? 1.0 : -1.0);
        nearest = -quadrant(point * flip, hollow);
    }
    return count > 3.5 ? -0.5 : nearest;
}

float raised_distance(vec2 point) {
    vec2 corner = floor(point + 0.5);
    vec4 set = vec4(
        is_raised(tile_at(corner + vec2(-1.0, -1.0)).a),
        is_raised(tile_at(corner + vec2(0.0, -1.0)).a),
        is_raised(tile_at(corner + vec2(-1.0, 0.0)).a),
        is_raised(tile_at(corner).a)
    );
    return block_distance(set, point - corner, 0.16, 0.0);
}

// The stamp of the tile under the point, if one falls there: grey in x, strength in y.
vec2 mark_at(vec2 point, float look) {
    float pattern = mod(floor(look * 255.0 + 0.5), 16.0);
    // 1 grass, 2 road, 3 sand, 4 forest, 5 mud, 6 swamp, 7 snow, 8 floor, 9 water,
    // 10 wall, 11 rock; 15 is a gap.
    float per_tile = pattern == 4.0 ? 1.0 : 2.0;
    float density = pattern == 1.0 ? 0.42 : pattern == 4.0 ? 1.0 : 0.5;
    vec2 cell = floor(point * per_tile);
    vec4 random = texture2D(Noise, (cell + 0.5 + WindowFirst * per_tile) / 64.0);
    vec2 local = fract(point * per_tile) - 0.5 - (random.rg - 0.5) * 0.16;
    local.x *= random.b < 0.5 ? 1.0 : -1.0;
    vec2 inside = step(abs(local), vec2(0.42));
    // Two variants of each, one below the other; eight columns.
    vec2 stamp = vec2(mod(pattern - 1.0, 8.0), 2.0 * floor((pattern - 1.0) / 8.0) + step(0.5, random.a));
    vec2 mark = texture2D(Marks, (stamp + local / 0.84 + 0.5) / vec2(8.0, 4.0)).ra;
    float shown = inside.x * inside.y * step(1.0, pattern) * step(pattern, 14.5) * step(fract(random.b * 7.0), density);
    return vec2(mark.x, mark.y * shown * detail(9.0, 20.0));
}

vec3 stamped(vec3 color, vec2 mark) {
    vec3 dark = color * vec3(0.74, 0.77, 0.80);
    vec3 light = mix(color, PAPER, 0.42);
    return mix(color, mix(dark, light, mark.x), mark.y);
}

// Distance to what is sunk (water, gaps) or stands up, negative inside.
float sunk_distance(vec2 point) {
    vec2 corner = floor(point + 0.5);
    vec4 looks = vec4(
        tile_at(corner + vec2(-1.0, -1.0)).a,
        tile_at(corner + vec2(0.0, -1.0)).a,
        tile_at(corner + vec2(-1.0, 0.0)).a,
        tile_at(corner).a
    );
    vec4 set = vec4(
        max(is_water(looks.x), is_raised(looks.x)),
        max(is_water(looks.y), is_raised(looks.y)),
        max(is_water(looks.z), is_raised(looks.z)),
        max(is_water(looks.w), is_raised(looks.w))
    );
    return block_distance(set, point - corner, 0.34, 0.26);
}

// What is to be seen in a gap: the face of its far side, and darkness; `shore` is the distance to its edge.
vec3 gap(vec2 point, vec3 tint, float shore) {
    vec3 deep = tint * mix(1.25, 0.75, smoothstep(-0.05, -0.45, shore));
    float face = sunk_distance(point - vec2(0.20, 0.36));
    float layers = 0.88 + 0.12 * smoothstep(0.3, 0.5, abs(fract(face * 9.0) - 0.5));
    vec3 stone = mix(tint, vec3(0.52, 0.45, 0.41), 0.75) * layers;
    vec3 side = mix(deep, stone, smoothstep(0.0, 0.34, face));
    return mix(deep, side, smoothstep(-0.01, 0.03, face));
}

// 1 where two tiles look alike, else 0.
float same(vec4 one, vec4 other) {
    vec3 apart = abs(one.rgb - other.rgb);
    return step(max(apart.r, max(apart.g, apart.b)), 0.002);
}

// How near a point is to each tile of a block; the four add up to 1.
vec4 near(vec2 local) {
    vec2 across = smoothstep(-0.42, 0.42, local);
    return vec4(1.0 - across.x, across.x, 1.0 - across.x, across.x)
        * vec4(1.0 - across.y, 1.0 - across.y, across.y, across.y);
}

vec3 mixture(vec4 weight, vec4 a, vec4 b, vec4 c, vec4 d) {
    return (weight.x * a.rgb + weight.y * b.rgb + weight.z * c.rgb + weight.w * d.rgb)
        / max(dot(weight, vec4(1.0)), 0.0000001);
}

// Ground and water at a point, without walls; `own` is its tile, `wall` the distance to the nearest.
vec3 open_ground(vec2 point, vec4 own, float wall) {
    // Broad, faint unevenness of the tint.
    float uneven = 1.0 + (noise_at(point, 0.375).r - 0.5) * 0.07;
    vec2 mark = mark_at(point, own.a);
    if (has(own.a, EDGE_NEAR) < 0.5) {
        if (is_gap(own.a) > 0.5) return gap(point, own.rgb, -0.5);
        return stamped((is_water(own.a) > 0.5 ? own.rgb * DEPTH : own.rgb) * uneven, mark);
    }

    // Edges wander as if drawn by hand, but not along walls, which stand where they stand.
    vec2 wander = (noise_at(point, 1.75).rg - 0.5) * 0.26 + (noise_at(point, 5.25).ba - 0.5) * 0.09;
    vec2 moved = point + wander * smoothstep(0.0, 0.3, wall);
    vec2 corner = floor(moved + 0.5);
    vec2 local = moved - corner;
    vec4 a = tile_at(corner + vec2(-1.0, -1.0));
    vec4 b = tile_at(corner + vec2(0.0, -1.0));
    vec4 c = tile_at(corner + vec2(-1.0, 0.0));
    vec4 d = tile_at(corner);
    vec4 raised = vec4(is_raised(a.a), is_raised(b.a), is_raised(c.a), is_raised(d.a));
    vec4 water = vec4(is_water(a.a), is_water(b.a), is_water(c.a), is_water(d.a));

    vec4 weight = (1.0 - raised) * (1.0 - water) * near(local);
    float sum = dot(weight, vec4(1.0));
    weight /= max(sum, 0.001);
    // Each kind of ground has the weight of all its tiles, and the heavier kind takes nearly all:
    // straight edges stay where they are, corners come out round.
    float ab = same(a, b), ac = same(a, c), ad = same(a, d), bc = same(b, c), bd = same(b, d), cd = same(c, d);
    // Where two kinds meet crosswise, a road goes on: it was meant as a line.
    float crossing = max(ad * (1.0 - ab) * (1.0 - ac), bc * (1.0 - ab) * (1.0 - bd));
    float inner = smoothstep(0.5, 0.1, max(abs(local.x), abs(local.y)));
    weight *= 1.0 + 1.2 * crossing * inner * vec4(is_road(a.a), is_road(b.a), is_road(c.a), is_road(d.a));
    vec4 kind = vec4(
        dot(weight, vec4(1.0, ab, ac, ad)),
        dot(weight, vec4(ab, 1.0, bc, bd)),
        dot(weight, vec4(ac, bc, 1.0, cd)),
        dot(weight, vec4(ad, bd, cd, 1.0))
    );
    vec3 ground = sum < 0.001 ? own.rgb : mixture(weight * pow(kind, vec4(9.0)), a, b, c, d);
    // Colour gathers where two washes meet.
    float heaviest = max(max(kind.x, kind.y), max(kind.z, kind.w));
    ground *= 1.0 - 0.07 * smoothstep(0.66, 0.5, heaviest) * step(0.001, sum);
    ground *= uneven;
    if (is_raised(own.a) + is_water(own.a) < 0.5) ground = stamped(ground, mark);
    if (dot(water, vec4(1.0)) < 0.5) return ground;

    // Water reaches under the walls beside it.
    vec4 wet = max(water, raised);
    float shore = block_distance(wet, local, 0.34, 0.26);
    float bank = block_distance(wet, local - vec2(0.05, 0.11), 0.34, 0.26);
    vec3 tint = mixture(water * (near(local) + 0.001), a, b, c, d) * uneven;
    vec3 surface = mix(mix(tint, PAPER, 0.16), tint * DEPTH, smoothstep(-0.04, -0.42, shore));
    if (is_water(own.a) > 0.5) surface = stamped(surface, mark * vec2(1.0, smoothstep(-0.16, -0.34, shore)));
    surface = mix(surface, surface * vec3(0.72, 0.78, 0.84), 0.8 * smoothstep(-0.05, 0.03, bank));
    float ripple = smoothstep(0.028, 0.010, abs(shore + 0.17)) * 0.35 * detail(10.0, 22.0);
    surface = mix(surface, PAPER, ripple * smoothstep(0.25, 0.6, noise_at(point, 0.875).a));
    vec4 gaps = water * vec4(is_gap(a.a), is_gap(b.a), is_gap(c.a), is_gap(d.a));
    if (dot(gaps, near(local)) > 0.5 * dot(water, near(local))) {
        surface = gap(moved, tint, shore);
        ground = mix(ground, ground * vec3(0.62, 0.60, 0.62), smoothstep(0.06, 0.0, shore));
    } else {
        ground = mix(ground, mix(ground, PAPER, 0.45), smoothstep(0.11, 0.03, shore));
    }
    return mix(surface, ground, smoothstep(-0.5, 0.5, shore * PixelsPerTile));
}

// A raised tile's own colour on its top face and on its south face.
vec3 raised_block(vec2 point, vec4 own, float below, float top) {
    float uneven = (noise_at(point, 0.75).g - 0.5) * 0.07;
    vec3 face = mix(own.rgb, PAPER, 0.26) * (1.0 + uneven);
    face = stamped(face, mark_at(point, own.a) * vec2(1.0, 0.55));
    face = mix(face, PAPER, 0.22 * smoothstep(-0.11, -0.05, top));

    float down = clamp(below / SOUTH_FACE, 0.0, 1.0);
    vec3 front = own.rgb * (0.80 - 0.22 * down);
    float course = step(0.5, down);
    float joint = abs(fract(point.x * 2.0 + 0.5 * course) - 0.5);
    front *= 1.0 - 0.16 * detail(24.0, 44.0) * smoothstep(0.05, 0.02, 0.5 - joint);
    front *= 1.0 - 0.12 * detail(24.0, 44.0) * smoothstep(0.07, 0.02, abs(down - 0.5));

    return mix(face, front, smoothstep(-0.5, 0.5, top * PixelsPerTile));
}

vec3 map_at(vec2 point) {
    vec4 own = tile_at(floor(point));
    if (has(own.a, RAISED_NEAR) < 0.5) return open_ground(point, own, 0.5);

    float foot = raised_distance(point);
    float below = raised_distance(point + vec2(0.0, SOUTH_FACE));
    float top = max(foot, below);
    float covered = smoothstep(0.5, -0.5, foot * PixelsPerTile);
    vec3 color = vec3(0.0);
    if (covered < 1.0) {
        color = open_ground(point, own, foot);
        float fallen = smoothstep(0.09, -0.07, raised_distance(point - vec2(0.10, 0.15)));
        float contact = smoothstep(0.20, 0.0, foot);
        color *= mix(vec3(1.0), vec3(0.58, 0.62, 0.74), max(0.8 * fallen, 0.45 * contact));
    }
    return covered > 0.0 ? mix(color, raised_block(point, own, below, top), covered) : color;
}

// The same as it lies: see relief.frag.glsl. Where all is flat it gives the colour back.
vec3 relief(vec2 point, vec3 color);

void main() {
    vec2 point = tile_point;
    // Outside of the map: the board's rim, its shadow, the table.
    vec2 beyond = max(MapBounds.xy - point, point - MapBounds.zw);
    float outside = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0);
    float rim = clamp(0.16, 2.0 * pixel(), 9.0 * pixel());
    vec2 shifted = max(MapBounds.xy - point, point - vec2(0.0, 1.6 * rim) - MapBounds.zw);
    float lifted = length(max(shifted, 0.0)) + min(max(shifted.x, shifted.y), 0.0);

    vec3 color = TableColor * (1.0 - 0.34 * smoothstep(4.5 * rim, 0.4 * rim, lifted));
    if (outside < 0.0) {
        color = relief(point, map_at(point));
    }
    vec3 wood = mix(INK, TableColor, 0.30);
    float on_rim = smoothstep(0.5, -0.5, (outside - rim) * PixelsPerTile) * step(0.0, outside);
    color = mix(color, wood, on_rim);

    // A breath of paper grain, fixed to the ground.
    color *= 1.0 + (noise_at(point, floor(PixelsPerTile * 3.6) / 8.0).b - 0.5) * 0.030;
    gl_FragColor = vec4(color, 1.0);
}
