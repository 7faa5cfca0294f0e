//! How often agents have walked over each cell.

use footpath::agent::Agent;
use footpath::grid::{Cell, Grid};
use footpath::sim::Simulation;

/// On a map with more cells nothing is counted.
const MOST_CELLS: u64 = 1 << 22;

/// How often an agent has entered each cell of the baked ground, since the level began.
#[derive(Clone, Debug, Default)]
pub struct CellTraffic {
    counts: Option<Grid<u32>>,
    /// The cell of each agent in the last tick, by its id.
    at: Vec<Option<Cell>>,
    most: u32,
}

impl CellTraffic {
    /// Counts the agents that have entered another cell since the last tick.
    pub fn tick(&mut self, sim: &Simulation) {
        let cells = sim.map().cells();
        if u64::from(cells.width) * u64::from(cells.height) > MOST_CELLS {
            return;
        }
        let size = self.counts.as_ref().map(|counts| (counts.width(), counts.height()));
        if size != Some((cells.width, cells.height)) {
            *self = CellTraffic { counts: Some(Grid::filled(cells.width, cells.height, 0)), ..CellTraffic::default() };
        }
        for agent in sim.agents() {
            self.note(agent, cells.tile_at(agent.position()));
        }
    }

    fn note(&mut self, agent: &Agent, cell: Cell) {
        let number = agent.id().0 as usize;
        if self.at.len() <= number {
            self.at.resize(number + 1, None);
        }
        let before = self.at[number].replace(cell);
        let count = self.counts.as_mut().and_then(|counts| counts.get_mut(cell));
        if let Some(count) = count.filter(|_| before.is_some_and(|before| before != cell)) {
            *count += 1;
            self.most = self.most.max(*count);
        }
    }

    /// How often an agent has entered a cell.
    pub fn of(&self, cell: Cell) -> u32 {
        self.counts.as_ref().and_then(|counts| counts.get(cell)).copied().unwrap_or(0)
    }

    /// The greatest of these numbers.
    pub fn most(&self) -> u32 {
        self.most
    }
}

#[cfg(test)]
mod tests {
    use footpath::level::Level;

    use super::*;

    #[test]
    fn each_cell_counts_the_agents_that_enter_it() {
        let text = r#"(version: 1, name: "Lane", rows: ["......"], legend: {'.': "grass"},
            agents: [(tile: (0, 0), order: MoveTo((tile: (5, 0))))])"#;
        let mut sim = Simulation::new(Level::parse("lane.ron", text).expect("it is a level"), None);
        let mut traffic = CellTraffic::default();
        for _ in 0..240 {
            sim.step(&[]);
            traffic.tick(&sim);
        }
        let counts: Vec<u32> = (0..6).map(|x| traffic.of(Cell::new(x, 0))).collect();
        assert_eq!((counts, traffic.most()), (vec![0, 1, 1, 1, 1, 1], 1));
        assert_eq!(traffic.of(Cell::new(9, 9)), 0, "outside the map");
    }
}
