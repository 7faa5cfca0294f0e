//! What the panel of baking holds: one kind of agent and the settings, as the ground would be baked with them next.

use footpath::level::BakeSettings;
use footpath::profile::AgentProfile;
use footpath::sim::{Command, Simulation};

/// The panel of baking, from its opening to its closing.
#[derive(Clone, Debug, PartialEq)]
pub struct Workbench {
    /// The place of the kind of agent among the profiles: what is baked for it is shown.
    pub chosen: usize,
    /// That profile as the player would have it.
    pub profile: AgentProfile,
    /// The settings as the player would have them.
    pub settings: BakeSettings,
    /// How long the last baking took, in milliseconds, if it was asked for here.
    pub took: Option<f64>,
}

/// One number that can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    Radius,
    Height,
    StepHeight,
    MaxSlope,
    JumpDistance,
    DropHeight,
    SmallestRegion,
    CellsPerTile,
}

/// How a number is changed: by how much at a time, and within which limits.
struct Scale {
    step: f32,
    least: f32,
    most: f32,
}

impl Quantity {
    /// Every one, in the order of the panel.
    pub const ALL: [Quantity; 8] = [
        Quantity::Radius,
        Quantity::Height,
        Quantity::StepHeight,
        Quantity::MaxSlope,
        Quantity::JumpDistance,
        Quantity::DropHeight,
        Quantity::SmallestRegion,
        Quantity::CellsPerTile,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Radius => "Radius",
            Quantity::Height => "Height",
            Quantity::StepHeight => "Step",
            Quantity::MaxSlope => "Slope",
            Quantity::JumpDistance => "Jump",
            Quantity::DropHeight => "Drop",
            Quantity::SmallestRegion => "Smallest region",
            Quantity::CellsPerTile => "Cells a tile",
        }
    }

    fn scale(self) -> Scale {
        let (step, least, most) = match self {
            Quantity::Radius => (0.05, 0.05, 16.0),
            Quantity::Height => (0.1, 0.1, 32.0),
            Quantity::StepHeight => (0.05, 0.0, 32.0),
            Quantity::MaxSlope => (1.0, 0.0, 89.0),
            Quantity::JumpDistance | Quantity::DropHeight => (0.5, 0.0, 32.0),
            Quantity::SmallestRegion => (1.0, 0.0, 1_000_000.0),
            Quantity::CellsPerTile => (1.0, 1.0, 4.0),
        };
        Scale { step, least, most }
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
            Quantity::Radius => self.profile.radius,
            Quantity::Height => self.profile.height,
            Quantity::StepHeight => self.profile.step_height,
            Quantity::MaxSlope => self.profile.max_slope,
            Quantity::JumpDistance => self.profile.jump_distance,
            Quantity::DropHeight => self.profile.drop_height,
            Quantity::SmallestRegion => self.settings.smallest_region,
            Quantity::CellsPerTile => self.settings.cells_per_tile as f32,
        }
    }

    /// The same in words.
    pub fn value_in_words(&self, quantity: Quantity) -> String {
        let value = self.value(quantity);
        if quantity == Quantity::MaxSlope { format!("{value}°") } else { value.to_string() }
    }

    /// Moves a number by so many of its steps, up or down, within its limits.
    pub fn adjust(&mut self, quantity: Quantity, steps: i32) {
        let value = stepped(self.value(quantity), steps, &quantity.scale());
        match quantity {
            Quantity::Radius => self.profile.radius = value,
            Quantity::Height => self.profile.height = value,
            Quantity::StepHeight => self.profile.step_height = value,
            Quantity::MaxSlope => self.profile.max_slope = value,
            Quantity::JumpDistance => self.profile.jump_distance = value,
            Quantity::DropHeight => self.profile.drop_height = value,
            Quantity::SmallestRegion => self.settings.smallest_region = value,
            Quantity::CellsPerTile => self.settings.cells_per_tile = value as u32,
        }
    }
}

/// A value moved to one of the multiples of the step beyond it.
fn stepped(value: f32, steps: i32, scale: &Scale) -> f32 {
    let place = value / scale.step;
    // A value that is a multiple but for rounding counts as one.
    let from = if steps > 0 { (place + 1e-3).floor() } else { (place - 1e-3).ceil() };
    let moved = (from + steps as f32) * scale.step;
    ((100.0 * moved).round() / 100.0).clamp(scale.least, scale.most)
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
        for quantity in Quantity::ALL {
            let scale = quantity.scale();
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
    fn a_value_between_two_steps_goes_to_the_nearer_one_first() {
        let scale = Quantity::Radius.scale();
        assert_eq!(stepped(0.33, 1, &scale), 0.35);
        assert_eq!(stepped(0.33, -1, &scale), 0.3);
    }

    #[test]
    fn baking_makes_a_difference_only_after_a_change() {
        let (sim, mut bench) = bench();
        assert!(!bench.differs(&sim));
        bench.adjust(Quantity::Radius, 1);
        assert!(bench.differs(&sim));
        bench.adjust(Quantity::Radius, -1);
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
