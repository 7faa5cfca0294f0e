//! The integration tests, in one binary so that they link once: a folder for each room of the library, what they share
//! in `support`.

mod agent {
    mod flocking;
    mod sight;
    mod steering;
    mod walking;
}
mod circles;
mod commands {
    #[cfg(unix)]
    mod faults;
    mod maps;
    mod program;
    mod replays;
    mod saving;
}
mod fuzz {
    mod cache;
    mod corpus;
    mod edit;
    mod importers;
    mod level_reader;
    mod link;
    mod replay;
    mod script;
}
mod layers;
mod level {
    mod agent_format;
    mod agent_problems;
    mod edit;
    mod edit_any;
    mod fmt;
    mod fmt_program;
    mod foreign_maps;
    mod format_reference;
    mod generate;
    mod ground_format;
    mod ground_problems;
    mod groups;
    mod json_schema;
    mod ldtk_worlds;
    mod mistakes;
    mod opening;
    mod pictures;
    mod pieces;
    mod plain_ron;
    mod problems;
    mod schema;
    mod share;
    mod shipped;
    mod text_maps;
    mod tiled_maps;
    mod user_data;
    mod versions;
    mod warnings;
}
mod nav {
    mod allocations;
    mod any_angle;
    mod area_filter;
    mod bake;
    mod bake_cache;
    mod best_first;
    mod bidirectional;
    mod chunks;
    mod depth_first;
    mod every_search;
    mod find_path;
    mod flow_field;
    mod grid_path;
    mod ground_search;
    mod hierarchical;
    mod ida_star;
    mod jump_point;
    mod links;
    mod moving_ai;
    mod one_way;
    mod subgoal;
    mod textbook;
    mod told_steps;
    mod turn_cost;
}
mod pages;
mod replay {
    mod recorded;
    mod texts;
}
mod scenarios {
    mod crowds;
    mod torture;
    mod town;
}
mod shipped_levels {
    mod agents;
    mod games;
    mod ground;
}
mod sim {
    mod crowd {
        mod allocations;
        mod company;
        mod other_ways;
        mod passages;
        mod streams;
    }
    mod dynamic_obstacles {
        mod doors_for_some;
        mod moving_obstacles;
    }
    mod links {
        mod bridges;
        mod crossing;
        mod one_ways;
    }
    mod orders {
        mod behaviours;
        mod displacing;
        mod moving;
        mod reasons;
        mod schedules;
        mod spawning;
        mod teams;
    }
    mod planning {
        mod large_places;
        mod requests;
        mod routes;
    }
    mod level_change;
    mod random_worlds;
    mod restored;
    mod rules;
    mod world {
        mod cell_report;
        mod ground;
        mod indexes;
        mod polygons;
        mod tune;
        mod wear;
        mod zones;
    }
}
mod sources;
mod state_hashes;
mod support {
    pub mod allocations;
    pub mod baked_ground;
    pub mod bytes;
    pub mod edits;
    pub mod ground;
    pub mod json_schema;
    pub mod layout;
    pub mod letters;
    pub mod levels;
    pub mod maps;
    pub mod odd_texts;
    pub mod play;
    pub mod problems;
    pub mod program;
    pub mod random_levels;
    pub mod ron_as_json;
    pub mod searching;
    pub mod step_graph;
    pub mod worlds;
}
