//! A small static file server for playing and testing the site on this computer.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;
use tiny_http::{Header, Method, Request, Response, Server};

use crate::site;

const FIRST_PORT: u16 = 8080;
const PORTS_TRIED: u16 = 100;

/// Listens on 127.0.0.1: on `port`, or without one on 8080 or the next free port after it.
///
/// # Errors
/// The port is taken, or all that were tried are.
pub fn bind(port: Option<u16>) -> Result<Server, String> {
    let listen = |port: u16| Server::http(("127.0.0.1", port));
    match port {
        Some(port) => listen(port).map_err(|error| {
            format!("cannot serve on port {port}: {error}\nanother --port may be free, and --port 0 takes any that is")
        }),
        None => (FIRST_PORT..FIRST_PORT + PORTS_TRIED).find_map(|port| listen(port).ok()).ok_or_else(|| {
            format!(
                "ports {FIRST_PORT} to {} are all taken; --port 0 takes any that is free",
                FIRST_PORT + PORTS_TRIED - 1
            )
        }),
    }
}

/// Prints the address on a line by itself, then answers requests until the program is interrupted.
///
/// # Errors
/// The address could not be printed, or the socket failed.
pub fn serve(server: &Server, folder: &Path) -> Result<(), String> {
    let mut output = io::stdout();
    writeln!(output, "http://{}/", server.server_addr())
        .and_then(|()| output.flush())
        .map_err(|error| format!("cannot print the address: {error}"))?;
    loop {
        let request = server.recv().map_err(|error| format!("the server stopped: {error}"))?;
        // A browser that hangs up in the middle of an answer is no reason to stop serving.
        let _ = respond(folder, request);
    }
}

fn respond(folder: &Path, request: Request) -> io::Result<()> {
    let answer = answer(folder, request.method(), request.url());
    let gzipped = answer.status == 200 && accepts_gzip(request.headers());
    let body = if gzipped { site::gzip(&answer.body) } else { answer.body };
    // Without a threshold tiny_http sends long answers in chunks, and the browser does not learn their length.
    let mut response = Response::from_data(body)
        .with_status_code(answer.status)
        .with_chunked_threshold(usize::MAX)
        .with_header(header("Content-Type", &answer.media_type))
        .with_header(header("Cache-Control", "no-cache"))
        .with_header(header("Vary", "Accept-Encoding"));
    if gzipped {
        response.add_header(header("Content-Encoding", "gzip"));
    }
    if answer.status == 405 {
        response.add_header(header("Allow", "GET, HEAD"));
    }
    request.respond(response)
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("the names and values here are plain ASCII")
}

fn accepts_gzip(headers: &[Header]) -> bool {
    let accepted = headers.iter().filter(|header| header.field.equiv("Accept-Encoding"));
    accepted.flat_map(|header| header.value.as_str().split(',')).any(|coding| coding.trim() == "gzip")
}

/// What is sent back, before compression.
#[derive(Debug)]
struct Answer {
    status: u16,
    media_type: String,
    body: Vec<u8>,
}

/// Answers a request for `url`; the server leaves the body out of answers to HEAD by itself.
fn answer(folder: &Path, method: &Method, url: &str) -> Answer {
    if !matches!(method, Method::Get | Method::Head) {
        return in_words(405, format!("{method} is not answered here, only GET and HEAD."));
    }
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let found = file_of(path).map(|file| folder.join(file)).filter(|file| file.is_file());
    let Some(file) = found else {
        return in_words(404, format!("There is no {path} here. The game is at /."));
    };
    match fs::read(&file) {
        Ok(body) => Answer { status: 200, media_type: media_type(&file), body },
        Err(error) => in_words(500, format!("{path} is here but cannot be read: {error}")),
    }
}

fn in_words(status: u16, text: String) -> Answer {
    Answer { status, media_type: "text/plain; charset=utf-8".to_owned(), body: (text + "\n").into_bytes() }
}

/// The file, relative to the served folder, that the path of an address names; `None` when it would lead out of it.
fn file_of(url_path: &str) -> Option<PathBuf> {
    let decoded = percent_decode_str(url_path).decode_utf8().ok()?;
    let relative = decoded.strip_prefix('/')?;
    let name = if relative.is_empty() { "index.html" } else { relative };
    let stays_inside = name.split('/').all(is_plain_name);
    stays_inside.then(|| PathBuf::from(name))
}

/// Whether this is a mere file name: on no system a parent, a root, a drive or two parts in one.
fn is_plain_name(part: &str) -> bool {
    !matches!(part, "" | "." | "..") && !part.contains(['\\', ':', '\0'])
}

/// The media type of a file of the site; browsers insist on the one for wasm. All its texts, levels included, are UTF-8.
fn media_type(file: &Path) -> String {
    let is_level = file.extension().is_some_and(|extension| extension == "ron");
    let media =
        if is_level { mime_guess::mime::TEXT_PLAIN } else { mime_guess::from_path(file).first_or_octet_stream() };
    if media.type_() == mime_guess::mime::TEXT { format!("{media}; charset=utf-8") } else { media.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;
    use std::net::TcpStream;

    /// A folder with a page, a wasm file and a level, and a secret beside it.
    fn site(name: &str) -> PathBuf {
        let root = std::env::temp_dir().join(format!("footpath-serve-{name}-{}", std::process::id()));
        let folder = root.join("site");
        fs::create_dir_all(folder.join("levels")).unwrap();
        fs::write(root.join("secret.txt"), "secret").unwrap();
        fs::write(folder.join("index.html"), "<p>page").unwrap();
        fs::write(folder.join("footpath.wasm"), "\0asm".repeat(100)).unwrap();
        fs::write(folder.join("levels/two words.ron"), "()").unwrap();
        folder
    }

    #[test]
    fn media_types_are_what_browsers_insist_on() {
        let expected = [
            ("footpath.wasm", "application/wasm"),
            ("index.html", "text/html; charset=utf-8"),
            ("footpath.js", "text/javascript; charset=utf-8"),
            ("assets/tiles.png", "image/png"),
            ("assets/sans.ttf", "font/ttf"),
            ("levels/maze.ron", "text/plain; charset=utf-8"),
            ("unknown", "application/octet-stream"),
        ];
        for (file, media) in expected {
            assert_eq!(media_type(Path::new(file)), media, "{file}");
        }
    }

    #[test]
    fn addresses_name_files_of_the_site_only() {
        assert_eq!(file_of("/"), Some("index.html".into()));
        assert_eq!(file_of("/levels/maze.ron"), Some("levels/maze.ron".into()));
        assert_eq!(file_of("/two%20words.ron"), Some("two words.ron".into()));
        assert_eq!(file_of("/%zz"), Some("%zz".into()), "a `%` without two digits is itself");
        for outside in [
            "/../secret.txt",
            "/levels/../../secret.txt",
            "/%2e%2e/secret.txt",
            "/..%2fsecret.txt",
            "//etc/passwd",
            "/%2fetc/passwd",
            "/..\\secret.txt",
            "/C:/secret.txt",
            "/nul%00",
            "/./index.html",
            "/%ff",
            "secret.txt",
            "",
        ] {
            assert_eq!(file_of(outside), None, "{outside}");
        }
    }

    #[test]
    fn answers_say_what_is_wrong() {
        let folder = site("answers");
        let text = |answer: &Answer| String::from_utf8(answer.body.clone()).unwrap();

        let page = answer(&folder, &Method::Get, "/?level=maze");
        assert_eq!((page.status, text(&page).as_str()), (200, "<p>page"));
        let level = answer(&folder, &Method::Get, "/levels/two%20words.ron");
        assert_eq!((level.status, text(&level).as_str()), (200, "()"));

        let missing = answer(&folder, &Method::Get, "/levels/none.ron");
        assert_eq!(missing.status, 404);
        assert!(text(&missing).contains("/levels/none.ron"));
        assert_eq!(answer(&folder, &Method::Get, "/levels").status, 404, "a folder is not a file");
        assert_eq!(answer(&folder, &Method::Get, "/../secret.txt").status, 404);
        assert_eq!(answer(&folder, &Method::Post, "/").status, 405);
        fs::remove_dir_all(folder.parent().unwrap()).unwrap();
    }

    /// Sends a request as a browser would and returns the answer's head and body.
    fn ask(address: &str, request: &str) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "{request}\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
        (String::from_utf8(answer[..end].to_vec()).unwrap(), answer[end + 4..].to_vec())
    }

    #[test]
    fn served_over_a_socket() {
        let folder = site("socket");
        let server = bind(Some(0)).unwrap();
        let address = server.server_addr().to_string();
        let taken = server.server_addr().to_ip().unwrap().port();
        assert!(bind(Some(taken)).err().unwrap().contains(&taken.to_string()), "a port is not given out twice");

        std::thread::scope(|scope| {
            scope.spawn(|| (0..3).for_each(|_| respond(&folder, server.recv().unwrap()).unwrap()));

            let (head, body) = ask(&address, "GET /footpath.wasm HTTP/1.1");
            assert!(head.starts_with("HTTP/1.1 200"), "{head}");
            assert!(head.contains("Content-Type: application/wasm"), "{head}");
            assert!(head.contains("Content-Length: 400"), "{head}");
            assert_eq!(body.len(), 400);

            let (head, body) = ask(&address, "HEAD /footpath.wasm HTTP/1.1");
            assert!(head.contains("Content-Length: 400"), "{head}");
            assert!(body.is_empty());

            let (head, body) = ask(&address, "GET /footpath.wasm HTTP/1.1\r\nAccept-Encoding: br, gzip");
            assert!(head.contains("Content-Encoding: gzip"), "{head}");
            let mut unpacked = Vec::new();
            flate2::read::GzDecoder::new(&body[..]).read_to_end(&mut unpacked).unwrap();
            assert_eq!(unpacked, "\0asm".repeat(100).into_bytes());
        });
        fs::remove_dir_all(folder.parent().unwrap()).unwrap();
    }
}
