//! `footpath fmt`: which files it writes, and which it leaves.

use crate::support::program::{Folder, outcome, program, run};

#[test]
fn the_program_lays_out_files_and_leaves_broken_ones() {
    let folder = Folder::new("fmt");
    let good = folder.file("good.ron", "(\n    version: 1,\n)\n");
    let odd = folder.file("deep/odd.ron", "(version:1)");
    let path = folder.path("");
    let (code, stdout, _) = run(&["fmt", "--check", &path]);
    assert_eq!((code, stdout), (1, format!("`{odd}` would be laid out differently\n")));
    assert_eq!(std::fs::read_to_string(&odd).unwrap(), "(version:1)");
    let (code, stdout, _) = run(&["fmt", &path]);
    assert_eq!((code, stdout), (0, format!("`{odd}` has been laid out\n")));
    assert_eq!(std::fs::read_to_string(&odd).unwrap(), std::fs::read_to_string(&good).unwrap());
    assert_eq!(run(&["fmt", "--check", &path]).0, 0);
    let broken = folder.file("broken.ron", "(version: 1, name: \"never closed)");
    let (code, _, stderr) = run(&["fmt", &broken, &good]);
    assert_eq!(code, 1);
    assert!(stderr.contains("this string is never closed") && stderr.contains("broken.ron:1:20"), "{stderr}");
    assert_eq!(std::fs::read_to_string(&broken).unwrap(), "(version: 1, name: \"never closed)");
    assert_eq!(run(&["fmt", &folder.path("none.ron")]).0, 2);
}

#[test]
fn the_program_lays_out_what_is_piped_in() {
    use std::io::Write;
    use std::process::Stdio;
    let mut pipe = program();
    let pipe = pipe.arg("fmt").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipe.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"(version:1)").unwrap();
    let (code, stdout, _) = outcome(child.wait_with_output().unwrap());
    assert_eq!((code, stdout.as_str()), (0, "(\n    version: 1,\n)\n"));
}

#[cfg(unix)]
#[test]
fn the_program_keeps_links_and_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("fmt-links");
    let (file, link) = (folder.file("file.ron", "(version:1)"), folder.path("link.ron"));
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&file, &link).unwrap();
    assert_eq!(run(&["fmt", &link]).0, 0);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "(\n    version: 1,\n)\n");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
}

/// `KILLS` says how often; a release is checked with 1000.
#[test]
fn a_kill_at_any_moment_leaves_the_old_file_or_the_new_one() {
    let kills: u32 = std::env::var("KILLS").map_or(40, |kills| kills.parse().expect("a number"));
    let folder = Folder::new("fmt-killed");
    let odd = format!("(rows:[{}])", "\"..........\",".repeat(40_000));
    let laid_out = footpath::level::edit::formatted("odd.ron", &odd).unwrap();
    let path = folder.file("odd.ron", &odd);
    let begin = std::time::Instant::now();
    assert_eq!(run(&["fmt", &path]).0, 0);
    let whole = begin.elapsed();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), laid_out);
    let mut olds = 0;
    for kill in 0..kills {
        let path = folder.file("odd.ron", &odd);
        let mut child = program().args(["fmt", &path]).stdout(std::process::Stdio::null()).spawn().unwrap();
        std::thread::sleep(whole.mul_f32(1.2) * kill / kills);
        let _ = child.kill();
        child.wait().unwrap();
        let now = std::fs::read_to_string(&path).unwrap();
        assert!(now == odd || now == laid_out, "after {kill} of {kills}: {} bytes", now.len());
        olds += u32::from(now == odd);
    }
    assert!(olds > 0, "some are killed before the end");
}
