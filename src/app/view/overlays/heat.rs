//! Heat maps: what each cell costs, how much room it has, how often it was walked on, and how worn it is.

use footpath::grid::Cell;
use footpath::sim::Simulation;
use macroquad::color::Color;

use super::InView;
use crate::app::view::WorldView;
use crate::app::view::render::{Freshness, Renderer};
use crate::app::view::traffic::CellTraffic;

/// From the lowest value to the highest: steps of one brightness to the next, which people tell apart who see few colours.
const RAMP: [Color; 5] = [
    Color::new(0.27, 0.00, 0.33, 1.0),
    Color::new(0.23, 0.32, 0.55, 1.0),
    Color::new(0.13, 0.57, 0.55, 1.0),
    Color::new(0.37, 0.79, 0.38, 1.0),
    Color::new(0.99, 0.91, 0.15, 1.0),
];

/// How opaque it is.
const OPACITY: f32 = 0.72;

/// Ticks after which counts that change all the time are drawn again.
const BEAT: u64 = 20;

/// What a heat map shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heat {
    #[default]
    Cost,
    Clearance,
    Traffic,
    Wear,
}

impl Heat {
    /// What the list calls it.
    pub fn name(self) -> &'static str {
        match self {
            Heat::Cost => "cost",
            Heat::Clearance => "clearance",
            Heat::Traffic => "traffic",
            Heat::Wear => "wear",
        }
    }

    /// The one after it; `None` after the last.
    pub fn next(self) -> Option<Heat> {
        match self {
            Heat::Cost => Some(Heat::Clearance),
            Heat::Clearance => Some(Heat::Traffic),
            Heat::Traffic => Some(Heat::Wear),
            Heat::Wear => None,
        }
    }

    /// The value of a cell for agents of a profile: costs in those of a tile, clearance in world units, crossings, and wear in
    /// percent; `None` where there is nothing to show.
    fn value(self, sim: &Simulation, traffic: &CellTraffic, profile: usize, cell: Cell) -> Option<f32> {
        let grid = sim.nav_grid(profile);
        let is_open = grid.is_passable(cell);
        match self {
            Heat::Cost => grid.cost(cell).filter(|_| is_open).map(|hundredths| f32::from(hundredths) / 100.0),
            Heat::Clearance => is_open.then(|| grid.clearance(cell)),
            Heat::Traffic => Some(traffic.of(cell)).filter(|count| *count > 0).map(|count| count as f32),
            Heat::Wear => {
                let worn = sim.map().fields.wear.as_ref()?.get(cell)?;
                (*worn > 0).then(|| f32::from(*worn) / 2.55)
            }
        }
    }

    /// The lowest and the highest value that its colours stand for.
    fn range(self, sim: &Simulation, traffic: &CellTraffic, profile: usize) -> (f32, f32) {
        let grid = sim.nav_grid(profile);
        match self {
            Heat::Cost => (f32::from(grid.lowest_cost()) / 100.0, f32::from(grid.highest_cost()) / 100.0),
            Heat::Clearance => (0.0, grid.most_clearance()),
            Heat::Traffic => (0.0, traffic.most() as f32),
            Heat::Wear => (0.0, 100.0),
        }
    }

    /// Its scale: a value for each colour, with its unit; the only value where there is but one.
    pub fn scale(self, sim: &Simulation, traffic: &CellTraffic, profile: usize) -> Vec<(String, Color)> {
        let (low, high) = self.range(sim, traffic, profile);
        let words = |value: f32| match self {
            Heat::Cost => format!("cost {value:.2}"),
            Heat::Clearance => format!("{value:.2} free"),
            Heat::Traffic => format!("{value:.0} times"),
            Heat::Wear => format!("{value:.0} % worn"),
        };
        if low == high {
            return vec![(words(low), RAMP[0])];
        }
        let last = (RAMP.len() - 1) as f32;
        RAMP.iter().enumerate().map(|(step, color)| (words(low + (high - low) * step as f32 / last), *color)).collect()
    }
}

/// The colour of a part of the way from the lowest value to the highest, 0 to 1.
fn color_of(part: f32) -> Color {
    let along = part.clamp(0.0, 1.0) * (RAMP.len() - 1) as f32;
    let step = (along as usize).min(RAMP.len() - 2);
    let (from, to, share) = (RAMP[step], RAMP[step + 1], along - step as f32);
    let mix = |from: f32, to: f32| from + (to - from) * share;
    Color::new(mix(from.r, to.r), mix(from.g, to.g), mix(from.b, to.b), OPACITY)
}

pub(super) fn draw(view: &WorldView, in_view: &InView, renderer: &mut Renderer) {
    let (sim, profile, heat) = (view.sim, view.ground.profile, view.overlays.heat);
    let kind = 8 * profile as u64 + heat as u64;
    let now = match heat {
        Heat::Cost | Heat::Clearance => sim.nav_grid(profile).stamp(),
        Heat::Traffic | Heat::Wear => sim.tick() / BEAT,
    };
    let (low, high) = heat.range(sim, view.traces.traffic(), profile);
    let spread = (high - low).max(f32::EPSILON);
    let color = |cell: Cell| {
        let value = heat.value(sim, view.traces.traffic(), profile, cell);
        value.map_or(Color::default(), |value| color_of((value - low) / spread))
    };
    renderer.draw_heat(&in_view.lattice, &in_view.camera, Freshness { key: (kind, now), now: view.now }, color);
}

#[cfg(test)]
mod tests {
    use footpath::level::Level;

    use super::*;

    fn sim() -> Simulation {
        let text = r##"(version: 1, name: "Heat", rows: ["..~#", "...."], legend: {'.': "grass", '~': "swamp", '#': "wall"},
            agents: [(tile: (0, 0))])"##;
        Simulation::new(Level::parse("heat.ron", text).expect("it is a level"), None)
    }

    #[test]
    fn values_are_those_of_the_ground_and_the_scale_spans_them() {
        let (sim, traffic) = (sim(), CellTraffic::default());
        let value = |heat: Heat, x| heat.value(&sim, &traffic, 0, Cell::new(x, 0));
        assert_eq!([0, 2, 3].map(|x| value(Heat::Cost, x)), [Some(1.0), Some(5.0), None]);
        assert_eq!((value(Heat::Traffic, 0), value(Heat::Wear, 0)), (None, None));
        let scale = Heat::Cost.scale(&sim, &traffic, 0);
        assert_eq!((scale[0].0.as_str(), scale[4].0.as_str()), ("cost 1.00", "cost 5.00"));
    }

    #[test]
    fn the_ramp_grows_brighter_all_the_way() {
        let brightness = |color: Color| 0.2126 * color.r + 0.7152 * color.g + 0.0722 * color.b;
        let shades: Vec<f32> = (0..=40).map(|part| brightness(color_of(part as f32 / 40.0))).collect();
        assert!(shades.windows(2).all(|pair| pair[0] < pair[1]), "{shades:?}");
    }

    #[test]
    fn every_kind_comes_once() {
        let kinds: Vec<Heat> = std::iter::successors(Some(Heat::default()), |heat| heat.next()).collect();
        assert_eq!(kinds, [Heat::Cost, Heat::Clearance, Heat::Traffic, Heat::Wear]);
    }

    #[test]
    fn the_scale_rises_in_lightness_for_everybody() {
        for vision in &crate::app::ui::color_vision::VISIONS {
            let parts = (0..=40).map(|step| vision.lab(Color { a: 1.0, ..color_of(step as f32 / 40.0) })[0]);
            let lightness: Vec<f32> = parts.collect();
            assert!(lightness.is_sorted_by(|one, next| next - one > 0.25), "{}: {lightness:?}", vision.name);
        }
    }
}
