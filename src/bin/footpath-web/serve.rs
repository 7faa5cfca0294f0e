//! A small static file server for playing and testing the site on this computer.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::thread;

use percent_encoding::percent_decode_str;
use tiny_http::{Header, Method, Request, Response, Server};

use crate::packed::Coding;

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
        let folder = folder.to_owned();
        // Each on its own: a browser takes no more of the wasm, which it asks for ahead, until it has the script that wants it.
        // One that hangs up in the middle of an answer is no reason to stop serving.
        thread::spawn(move || respond(&folder, request));
    }
}

/// Answers a request with a file of the folder.
///
/// # Errors
/// Who asked has hung up.
pub fn respond(folder: &Path, request: Request) -> io::Result<()> {
    let answer = answer(folder, request.method(), request.url(), &accepted(request.headers()));
    // Without a threshold tiny_http sends long answers in chunks, and the browser does not learn their length.
    let mut response = Response::from_data(answer.body)
        .with_status_code(answer.status)
        .with_chunked_threshold(usize::MAX)
        .with_header(header("Content-Type", &answer.media_type))
        .with_header(header("Cache-Control", "no-cache"))
        // A page in a sandboxed frame is of no origin: what it asks for comes from another one.
        .with_header(header("Access-Control-Allow-Origin", "*"))
        .with_header(header("Vary", "Accept-Encoding"));
    if let Some(coding) = answer.coding {
        response.add_header(header("Content-Encoding", coding.name()));
    }
    if answer.status == 405 {
        response.add_header(header("Allow", "GET, HEAD"));
    }
    request.respond(response)
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("the names and values here are plain ASCII")
}

/// The codings that a request accepts, in the words of its headers.
fn accepted(headers: &[Header]) -> String {
    let accepted = headers.iter().filter(|header| header.field.equiv("Accept-Encoding"));
    accepted.map(|header| header.value.as_str()).collect::<Vec<_>>().join(",")
}

/// How much a coding is wanted, from 0, not at all, to 1: RFC 9110, 12.5.3.
fn quality(accepted: &str, coding: &str) -> f32 {
    let entries = accepted.split(',').map(|entry| {
        let mut parts = entry.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let quality = parts.find_map(|part| part.strip_prefix("q=")?.parse().ok());
        (name, quality.unwrap_or(1.0))
    });
    let of = |wanted: &str| entries.clone().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
    of(coding).or_else(|| of("*")).map_or(0.0, |(_, quality)| quality)
}

/// The codings that are wanted, the most wanted first, and of equal ones the smaller.
fn wanted(accepted: &str) -> impl Iterator<Item = Coding> {
    let mut wanted: Vec<(Coding, f32)> = Coding::ALL.map(|coding| (coding, quality(accepted, coding.name()))).into();
    wanted.retain(|(_, quality)| *quality > 0.0);
    wanted.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    wanted.into_iter().map(|(coding, _)| coding)
}

/// What is sent back.
#[derive(Debug)]
struct HttpAnswer {
    status: u16,
    media_type: String,
    /// How the body is packed.
    coding: Option<Coding>,
    body: Vec<u8>,
}

/// Answers a request for `url` that accepts some codings; the server leaves the body out of answers to HEAD by itself.
fn answer(folder: &Path, method: &Method, url: &str, accepted: &str) -> HttpAnswer {
    if !matches!(method, Method::Get | Method::Head) {
        return in_words(405, format!("{method} is not answered here, only GET and HEAD."));
    }
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let found = file_of(path).map(|file| folder.join(file)).filter(|file| file.is_file());
    let Some(file) = found else {
        return in_words(404, format!("There is no {path} here. The game is at /."));
    };
    let packed = wanted(accepted).find_map(|coding| Some((Some(coding), fs::read(packed(&file, coding)?))));
    let (coding, body) = packed.unwrap_or_else(|| (None, fs::read(&file)));
    match body {
        Ok(body) => HttpAnswer { status: 200, media_type: media_type(&file), coding, body },
        Err(error) => in_words(500, format!("{path} is here but cannot be read: {error}")),
    }
}

fn in_words(status: u16, text: String) -> HttpAnswer {
    let media_type = "text/plain; charset=utf-8".to_owned();
    HttpAnswer { status, media_type, coding: None, body: (text + "\n").into_bytes() }
}

/// The packed form of a file, if it lies beside it and is no older: who changes a level in the folder plays what it is now.
fn packed(file: &Path, coding: Coding) -> Option<PathBuf> {
    let packed = coding.beside(file);
    let changed = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified());
    (changed(&packed).ok()? >= changed(file).ok()?).then_some(packed)
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

    const WASM: &[u8] =
        b"\0asm\0asm\0asm\0asm\0asm\0asm\0asm\0asm\0asm\0asm\0asm\0asm\0asm\0asm\0asm\0asm\0asm\0asm\0asm\0asm";

    /// A folder with a page, a wasm file, which is packed too, and a level, and a secret beside it.
    fn site(name: &str) -> PathBuf {
        let root = std::env::temp_dir().join(format!("footpath-serve-{name}-{}", std::process::id()));
        let folder = root.join("site");
        fs::create_dir_all(folder.join("levels")).unwrap();
        fs::write(root.join("secret.txt"), "secret").unwrap();
        fs::write(folder.join("index.html"), "<p>page").unwrap();
        let wasm = folder.join("footpath.wasm");
        fs::write(&wasm, WASM).unwrap();
        for coding in Coding::ALL {
            fs::write(coding.beside(&wasm), coding.pack(WASM)).unwrap();
        }
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
            ("levels/index.tsv", "text/tab-separated-values; charset=utf-8"),
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
    fn an_answer_that_nobody_takes_holds_up_no_other() {
        let folder = site("taken");
        // More than the sockets of both sides hold.
        fs::write(folder.join("large.bin"), vec![0; 64 << 20]).unwrap();
        let server = std::sync::Arc::new(bind(Some(0)).unwrap());
        let address = server.server_addr().to_string();
        let (serving, served) = (std::sync::Arc::clone(&server), folder.clone());
        thread::spawn(move || serve(&serving, &served));

        let mut patient = TcpStream::connect(&address).unwrap();
        write!(patient, "GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        patient.read_exact(&mut [0; 16]).unwrap();
        let (head, body) = ask(&address, "GET / HTTP/1.1");
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        assert_eq!(body, b"<p>page");
        fs::remove_dir_all(folder.parent().unwrap()).unwrap();
    }

    #[test]
    fn the_coding_that_is_wanted_most_is_chosen() {
        let chosen = |accepted: &str| wanted(accepted).collect::<Vec<_>>();
        assert_eq!(chosen("gzip, deflate, br, zstd"), [Coding::Brotli, Coding::Gzip]);
        assert_eq!(chosen("br;q=0.5, GZIP"), [Coding::Gzip, Coding::Brotli]);
        assert_eq!(chosen("br; q=0, *"), [Coding::Gzip]);
        assert_eq!(chosen("identity"), []);
        assert_eq!(chosen(""), []);
    }

    #[test]
    fn what_was_changed_is_not_served_from_what_was_packed_before() {
        let folder = site("changed");
        let wasm = folder.join("footpath.wasm");
        let coding = || answer(&folder, &Method::Get, "/footpath.wasm", "gzip").coding;
        assert_eq!(coding(), Some(Coding::Gzip));
        let file = fs::File::options().append(true).open(&wasm).unwrap();
        file.set_modified(std::time::SystemTime::now() + std::time::Duration::from_secs(5)).unwrap();
        assert_eq!(coding(), None);
        fs::remove_dir_all(folder.parent().unwrap()).unwrap();
    }

    #[test]
    fn answers_say_what_is_wrong() {
        let folder = site("answers");
        let text = |answer: &HttpAnswer| String::from_utf8(answer.body.clone()).unwrap();

        let page = answer(&folder, &Method::Get, "/?level=maze", "");
        assert_eq!((page.status, text(&page).as_str()), (200, "<p>page"));
        let level = answer(&folder, &Method::Get, "/levels/two%20words.ron", "br");
        assert_eq!((level.status, text(&level).as_str()), (200, "()"));

        let missing = answer(&folder, &Method::Get, "/levels/none.ron", "");
        assert_eq!(missing.status, 404);
        assert!(text(&missing).contains("/levels/none.ron"));
        assert_eq!(answer(&folder, &Method::Get, "/levels", "").status, 404, "a folder is not a file");
        assert_eq!(answer(&folder, &Method::Get, "/../secret.txt", "").status, 404);
        assert_eq!(answer(&folder, &Method::Post, "/", "").status, 405);
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
            scope.spawn(|| (0..4).for_each(|_| respond(&folder, server.recv().unwrap()).unwrap()));

            let (head, body) = ask(&address, "GET /footpath.wasm HTTP/1.1");
            assert!(head.starts_with("HTTP/1.1 200"), "{head}");
            assert!(head.contains("Content-Type: application/wasm"), "{head}");
            assert!(head.contains("Content-Length: 80"), "{head}");
            assert_eq!(body, WASM);
            assert!(!head.contains("Content-Encoding"), "{head}");

            let (head, body) = ask(&address, "HEAD /footpath.wasm HTTP/1.1");
            assert!(head.contains("Content-Length: 80"), "{head}");
            assert!(body.is_empty());

            for (accepted, coding) in [("gzip, deflate, br, zstd", Coding::Brotli), ("br;q=0, gzip", Coding::Gzip)] {
                let (head, body) =
                    ask(&address, &format!("GET /footpath.wasm HTTP/1.1\r\nAccept-Encoding: {accepted}"));
                assert!(head.contains(&format!("Content-Encoding: {}", coding.name())), "{head}");
                assert!(head.contains("Content-Type: application/wasm"), "{head}");
                assert!(head.contains("Vary: Accept-Encoding"), "{head}");
                assert_eq!(coding.unpack(&body).unwrap(), WASM);
            }
        });
        fs::remove_dir_all(folder.parent().unwrap()).unwrap();
    }
}
