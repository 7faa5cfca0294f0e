//! What the panel of baking holds: one kind of agent and the settings, as the ground would be baked with them next.

use footpath::format::table::BAKE;
use footpath::level::BakeSettings;
use footpath::profile::{AgentProfile, Mutability, PROPERTIES, Property, Topic};
use footpath::sim::{Command, Simulation};

use crate::app::modes::property::{self, SteppedRange};

/// The panel of baking, from its opening to its closing.
#[derive(Clone, Debug, PartialEq)]
pub struct Workbench {
    /// The place of the kind of agent among the profiles: what is baked for it is shown.
    pub chosen: usize,
    /// The chosen profile as the player would have it.
    pub profile: AgentProfile,
    /// The settings as the player would have them.
    pub settings: BakeSettings,
    /// How long the last baking took, in milliseconds, if it was asked for here.
    pub took: Option<f64>,
}

/// One number that can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// One of the profile.
    Of(&'static Property),
    SmallestRegion,
    CellsPerTile,
}

impl Quantity {
    /// Every one, in the order of the panel.
    pub fn all() -> Vec<Quantity> {
        let shapes = |property: &Property| matches!(property.topic, Topic::Body | Topic::Ground);
        let baked = PROPERTIES.iter().filter(|property| property.change == Mutability::Bake && shapes(property));
        baked.map(Quantity::Of).chain([Quantity::SmallestRegion, Quantity::CellsPerTile]).collect()
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Of(property) => property.label,
            Quantity::SmallestRegion => "Smallest region",
            Quantity::CellsPerTile => "Cells a tile",
        }
    }

    fn scale(self) -> Option<SteppedRange> {
        let by_ones = |field: &str| {
            let range = BAKE.range(field);
            Some(SteppedRange { step: 1.0, least: *range.start(), most: *range.end() })
        };
        match self {
            Quantity::Of(property) => property::scale(property),
            Quantity::SmallestRegion => by_ones("smallest_region"),
            Quantity::CellsPerTile => by_ones("cells_per_tile"),
        }
    }
}

impl Workbench {
    /// As things are, for the profile at a place.
    pub fn of(sim: &Simulation, chosen: usize) -> Workbench {
        let chosen = chosen.min(sim.profiles().len() - 1);
        let (profile, settings) = (sim.profiles()[chosen].clone(), sim.map().bake.clone());
        Workbench { chosen, profile, settings, took: None }
    }

    /// For the next profile, or the one before, as it is; the settings stay.
    pub fn turn(&mut self, sim: &Simulation, forward: bool) {
        let count = sim.profiles().len();
        self.chosen = (self.chosen + if forward { 1 } else { count - 1 }) % count;
        self.profile = sim.profiles()[self.chosen].clone();
    }

    /// Whether baking would make a difference.
    pub fn differs(&self, sim: &Simulation) -> bool {
        !sim.is_baked() || self.settings != sim.map().bake || self.profile != sim.profiles()[self.chosen]
    }

    /// What bakes the ground so.
    pub fn command(&self) -> Command {
        Command::Bake { settings: self.settings.clone(), profile: Box::new(self.profile.clone()) }
    }

    /// What a number is.
    pub fn value(&self, quantity: Quantity) -> f32 {
        match quantity {
            Quantity::Of(property) => property.value(&self.profile).unwrap_or_default(),
            Quantity::SmallestRegion => self.settings.smallest_region,
            Quantity::CellsPerTile => self.settings.cells_per_tile as f32,
        }
    }

    /// The value of a quantity in words.
    pub fn value_in_words(&self, quantity: Quantity) -> String {
        match quantity {
            Quantity::Of(property) => property::in_words(property, &self.profile),
            _ => self.value(quantity).to_string(),
        }
    }

    /// Moves a number by this many of its steps, up or down, within its limits.
    pub fn adjust(&mut self, quantity: Quantity, steps: i32) {
        let Some(value) = quantity.scale().map(|scale| scale.stepped(self.value(quantity), steps)) else { return };
        match quantity {
            Quantity::Of(property) => property::adjust(property, &mut self.profile, steps),
            Quantity::SmallestRegion => self.settings.smallest_region = value,
            Quantity::CellsPerTile => self.settings.cells_per_tile = value as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use footpath::level::Level;

    fn bench() -> (Simulation, Workbench) {
        let text = r#"(version: 1, name: "Field", rows: ["..."], legend: {'.': "grass"})"#;
        let sim = Simulation::new(Level::parse("field.ron", text).expect("it is a level"), None);
        let bench = Workbench::of(&sim, 0);
        (sim, bench)
    }

    #[test]
    fn numbers_go_by_steps_and_stay_within_their_limits() {
        let (_, mut bench) = bench();
        for quantity in Quantity::all() {
            let scale = quantity.scale().expect("it has steps");
            let before = bench.value(quantity);
            bench.adjust(quantity, 1);
            assert!((bench.value(quantity) - before - scale.step).abs() < 1e-5, "{quantity:?}");
            bench.adjust(quantity, -1);
            assert_eq!(bench.value(quantity), before, "{quantity:?}");
            bench.adjust(quantity, -1_000_000);
            assert_eq!(bench.value(quantity), scale.least, "{quantity:?}");
            bench.adjust(quantity, 100_000_000);
            assert_eq!(bench.value(quantity), scale.most, "{quantity:?}");
        }
    }

    #[test]
    fn baking_makes_a_difference_only_after_a_change() {
        let (sim, mut bench) = bench();
        let radius = Quantity::all()[0];
        assert!(!bench.differs(&sim));
        bench.adjust(radius, 1);
        assert!(bench.differs(&sim));
        bench.adjust(radius, -1);
        assert!(!bench.differs(&sim));
        bench.adjust(Quantity::CellsPerTile, 1);
        assert!(bench.differs(&sim));
    }

    #[test]
    fn every_profile_comes_round() {
        let (sim, mut bench) = bench();
        for index in (0..sim.profiles().len()).rev() {
            bench.turn(&sim, false);
            assert_eq!((bench.chosen, &bench.profile), (index, &sim.profiles()[index]));
        }
    }
}
