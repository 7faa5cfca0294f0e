use footpath::scenarios::{Run, jam, named, random_case};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let scenario = match args[1].parse() {
        Ok(seed) => random_case(seed),
        _ => jam(&args[1]).or_else(|| named(&args[1])).unwrap(),
    };
    if args[2] == "map" {
        let l = &scenario.level;
        let lat = &l.map.lattice;
        println!("{:?}", lat);
        for y in 90..110 {
            println!(
                "{}",
                (140..170)
                    .map(|x| if l.map.is_walkable(footpath::grid::Cell::new(x, y)) { '.' } else { '#' })
                    .collect::<String>()
            );
        }
        let p = footpath::scenarios::pedestrian();
        let nav = footpath::nav::NavGrid::bake(&l.map, &p);
        for y in 90..110 {
            println!(
                "{}",
                (140..170)
                    .map(|x| if nav.is_passable(footpath::grid::Cell::new(x, y)) { '.' } else { '#' })
                    .collect::<String>()
            );
        }
        return;
    }
    if args[2] == "draw" {
        let l = &scenario.level;
        let lat = &l.map.lattice;
        let nav = footpath::nav::NavGrid::bake(&l.map, &footpath::scenarios::pedestrian());
        for y in 0..lat.height as i32 {
            println!(
                "{}",
                (0..lat.width as i32)
                    .map(|x| {
                        let c = footpath::grid::Cell::new(x, y);
                        if !l.map.is_walkable(c) {
                            '#'
                        } else if nav.is_passable(c) {
                            '.'
                        } else {
                            '-'
                        }
                    })
                    .collect::<String>()
            );
        }
        return;
    }
    let seed = args[2].parse().unwrap();
    let until: u64 = args[3].parse().unwrap();
    let mut run = Run::new(&scenario, seed);
    while run.simulation().tick() < until && !run.is_over() {
        run.tick();
        run.look();
    }
    for a in run.simulation().agents() {
        let left = a
            .active_route()
            .map(|r| (r.remaining().count(), r.stalled, r.passages.iter().map(|p| p.points.len()).collect::<Vec<_>>()));
        println!(
            "want {:.2} pref {:.2} chosen {:.2} obst {}",
            a.wanted_velocity(),
            a.preferred_velocity(),
            a.chosen_velocity(),
            a.is_obstructed()
        );
        println!(
            "{:?} ({:.2},{:.2}) v({:.2},{:.2}) {:?} {:?} w{:?} turn {:?} goal {:?} route {:?} heads {:?}",
            a.id(),
            a.position().x,
            a.position().y,
            a.velocity().x,
            a.velocity().y,
            a.state(),
            a.recovery(),
            a.waiting().map(|w| (w.reason, w.position)),
            a.turn(),
            a.slot(),
            left,
            a.active_route().map(|r| r.heads_for(a.position()))
        );
    }
    println!("{:?}", run.figures());
}
