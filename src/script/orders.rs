//! Orders as a script says them.

use super::{WrittenTarget, choice};
use crate::level::{Course, Order};

/// What comes after the last point of a path, in the words of a level.
#[derive(serde::Deserialize)]
#[serde(try_from = "String")]
pub(super) struct WrittenCourse(pub(super) Course);

impl TryFrom<String> for WrittenCourse {
    type Error = String;

    fn try_from(name: String) -> Result<WrittenCourse, String> {
        let known = Course::ALL.into_iter().find(|known| known.name() == name);
        let unknown = || format!("there is no course {name:?}; {}", choice(&name, &Course::ALL.map(Course::name)));
        known.map(WrittenCourse).ok_or_else(unknown)
    }
}

/// An order in the words of a level; agents by their numbers.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "Order")]
pub(super) enum WrittenOrder {
    MoveTo(WrittenTarget),
    MoveInFormation(WrittenTarget),
    Patrol(String),
    Follow {
        agent: u32,
        #[serde(default = "follow_distance")]
        distance: f32,
        #[serde(default)]
        on_sight: bool,
    },
    Flee {
        agent: u32,
        #[serde(default = "flee_distance")]
        distance: f32,
    },
    Wander(f32),
    Stop,
    Wait(f32),
}

fn follow_distance() -> f32 {
    Order::FOLLOW_DISTANCE
}

fn flee_distance() -> f32 {
    Order::FLEE_DISTANCE
}

impl From<WrittenOrder> for Order {
    fn from(written: WrittenOrder) -> Order {
        match written {
            WrittenOrder::MoveTo(target) => Order::MoveTo(target.0),
            WrittenOrder::MoveInFormation(target) => Order::MoveInFormation(target.0),
            WrittenOrder::Patrol(path) => Order::Patrol(path),
            WrittenOrder::Follow { agent, distance, on_sight } => Order::Follow { agent, distance, on_sight },
            WrittenOrder::Flee { agent, distance } => Order::Flee { agent, distance },
            WrittenOrder::Wander(distance) => Order::Wander(distance),
            WrittenOrder::Stop => Order::Stop,
            WrittenOrder::Wait(seconds) => Order::Wait(seconds),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::{Action, Script};
    use crate::sim::{Command, Selection};

    /// The order that a step gives all agents, now or queued.
    fn told(step: &str) -> Command {
        let script = Script::parse("orders.ron", &format!("[(at: 1, do: {step})]")).expect(step);
        let Action::Command(command) = script.steps[0].action.clone() else { panic!("{script:?}") };
        command
    }

    #[test]
    fn a_path_may_be_given_another_course() {
        let script = Script::parse("a.ron", r#"[(at: 1, do: SetCourse(path: "round", course: "once"))]"#).unwrap();
        let command = Command::SetCourse { path: "round".to_owned(), course: Course::Once };
        assert_eq!(script.steps[0].action, Action::Command(command));
        let wrong = Script::parse("a.ron", r#"[(at: 1, do: SetCourse(path: "round", course: "lop"))]"#).unwrap_err();
        assert!(wrong.contains("did you mean `loop`?"), "{wrong}");
    }

    #[test]
    fn every_order_can_be_written() {
        for (step, order) in [
            ("Order(Patrol(\"round\"))", Order::Patrol("round".to_owned())),
            ("Order(Follow(agent: 3))", Order::Follow { agent: 3, distance: Order::FOLLOW_DISTANCE, on_sight: false }),
            (
                "Order(Follow(agent: 3, distance: 0.5, on_sight: true))",
                Order::Follow { agent: 3, distance: 0.5, on_sight: true },
            ),
            ("Order(Flee(agent: 3, distance: 6))", Order::Flee { agent: 3, distance: 6.0 }),
            ("Order(Wander(10.0))", Order::Wander(10.0)),
            ("Order(Stop)", Order::Stop),
            ("Order(Wait(2.5))", Order::Wait(2.5)),
        ] {
            assert_eq!(told(step), Command::Order(Selection::All, order));
        }
        assert_eq!(told("Then(Wait(3))"), Command::ThenOrder(Selection::All, Order::Wait(3.0)));
        assert_eq!(told("Order(MoveTo((tile: (3, 4))))"), told("MoveTo((tile: (3, 4)))"));
        assert!(matches!(told("Then(MoveInFormation(\"gate\"))"), Command::ThenOrder(_, Order::MoveInFormation(_))));
        let door = Command::SwitchObstacle { obstacle: "door".to_owned(), on: true };
        assert_eq!(told("SwitchObstacle(name: \"door\", on: true)"), door);
    }

    #[test]
    fn what_is_no_order_is_answered() {
        for (step, part) in [
            ("Order(Partol(\"round\"))", "did you mean `Patrol`?"),
            ("Order(Follow(agnet: 3))", "did you mean `agent`?"),
            ("Order(Flee(distance: 3))", "`agent`"),
            ("SwitchObstacle(name: \"door\")", "`on`"),
        ] {
            let message = Script::parse("bad.ron", &format!("[(at: 1, do: {step})]")).expect_err(step);
            assert!(message.starts_with("bad.ron:1:") && message.contains(part), "{step}: {message}");
        }
    }
}
