//! Overlaps between agents.

use glam::Vec2;

/// For each disc, its deepest overlap with another one, as a part of a diameter (the mean of both); 0 if it touches none.
pub(super) fn overlaps(middles: &[Vec2], radii: &[f32]) -> Vec<f32> {
    let mut depths = vec![0.0_f32; middles.len()];
    let mut order: Vec<usize> = (0..middles.len()).collect();
    order.sort_by(|&a, &b| middles[a].x.total_cmp(&middles[b].x));
    let widest = radii.iter().copied().fold(0.0, f32::max);
    for (place, &one) in order.iter().enumerate() {
        let reach = middles[one].x + radii[one] + widest;
        for &other in order[place + 1..].iter().take_while(|&&other| middles[other].x < reach) {
            let touching = radii[one] + radii[other];
            let depth = (touching - middles[one].distance(middles[other])) / touching;
            depths[one] = depths[one].max(depth);
            depths[other] = depths[other].max(depth);
        }
    }
    depths
}

#[cfg(test)]
mod tests {
    use glam::vec2;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_is_as_deep_as_in_the_one_that_it_is_deepest_in() {
        let middles = [vec2(0.0, 0.0), vec2(0.9, 0.0), vec2(0.9, 1.5), vec2(-3.0, 0.0)];
        let depths = overlaps(&middles, &[0.5, 0.5, 1.5, 0.5]);
        assert_eq!(depths[3], 0.0);
        assert!((depths[0] - 0.125_357).abs() < 1e-4, "{}", depths[0]);
        assert!((depths[1] - 0.25).abs() < 1e-6 && (depths[2] - 0.25).abs() < 1e-6);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn it_is_what_looking_at_every_pair_tells(
            discs in prop::collection::vec(((-5.0_f32..5.0, -5.0_f32..5.0), 0.1_f32..1.0), 0..30)
        ) {
            let (middles, radii): (Vec<Vec2>, Vec<f32>) = discs.iter().map(|&((x, y), r)| (vec2(x, y), r)).unzip();
            for (one, &depth) in overlaps(&middles, &radii).iter().enumerate() {
                let deep = |other: usize| 1.0 - middles[one].distance(middles[other]) / (radii[one] + radii[other]);
                let deepest = (0..radii.len()).filter(|&other| other != one).map(deep).fold(0.0, f32::max);
                prop_assert!((depth - deepest).abs() < 1e-5);
            }
        }
    }
}
