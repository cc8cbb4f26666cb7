//! Which requests are served: those of a page of this program that knows the key.
//!
//! Every program on the machine, every page in the browser and, on another address than loopback, every
//! device in the network can reach the port. So a request needs the key that only the printed address contains, first in the query and
//! then in a cookie. The `Host` header must be ours, against DNS rebinding, and the `Origin` header
//! too, against pages of other sites and ports, to which the browser would add the cookie.

use hyper::header::{COOKIE, HOST, HeaderMap, HeaderValue, ORIGIN};
use std::io;
use std::net::{IpAddr, SocketAddr, UdpSocket};

/// The header that says from where a browser sends a request.
const SEC_FETCH_SITE: &str = "sec-fetch-site";

/// What a request must show to be served.
#[derive(Clone, Debug)]
pub struct AccessRules {
    key: String,
    /// The address on which the server listens.
    address: SocketAddr,
}

/// Why a request is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The `Host` header names another server.
    Host,
    /// The request comes from a page of another site.
    Origin,
    /// The key is missing or wrong.
    Key,
}

impl Refusal {
    /// Describes the refusal for a person or a program.
    pub fn text(self) -> &'static str {
        match self {
            Self::Host => "refused: the request is for another host",
            Self::Origin => "refused: the request comes from another site",
            Self::Key => {
                "refused: the key is missing or wrong; open the address that 'ozutsu board' printed"
            }
        }
    }
}

impl AccessRules {
    /// Creates rules with a new random key.
    pub fn new(address: SocketAddr) -> io::Result<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        let key = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { key, address })
    }

    /// Returns the address of the page, with the key.
    pub fn url(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(network_address(address.is_ipv6()).unwrap_or(address.ip()));
        }
        format!("http://{address}/?key={}", self.key)
    }

    /// Returns the value of the `Set-Cookie` header that gives the key to the page's later requests.
    pub fn set_cookie(&self) -> String {
        format!("{}={}; Path=/; HttpOnly; SameSite=Strict", self.cookie_name(), self.key)
    }

    /// The name contains the port because cookies are shared by all ports of a host.
    fn cookie_name(&self) -> String {
        format!("ozutsu_board_{}", self.address.port())
    }

    /// Checks a request that arrived at a local address by its headers and the key in its query, if there is
    /// one.
    pub fn check(
        &self,
        headers: &HeaderMap,
        local: SocketAddr,
        query_key: Option<&str>,
    ) -> Result<(), Refusal> {
        let local = SocketAddr::new(local.ip().to_canonical(), local.port());
        let localhost = local.ip().is_loopback().then(|| format!("localhost:{}", local.port()));
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        let mut hosts = [local.to_string()].into_iter().chain(localhost);
        // Browsers leave out the default port of HTTP.
        let suffix = if local.port() == 80 { ":80" } else { "" };
        let short = |host: &str| host.strip_suffix(suffix).unwrap_or(host).to_owned();
        let host = host.map(short).filter(|host| hosts.any(|known| short(&known) == *host));
        let host = host.ok_or(Refusal::Host)?;
        let is_own = |origin: &HeaderValue| {
            let host_of = |origin: &str| origin.strip_prefix("http://").map(short);
            origin.to_str().is_ok_and(|origin| host_of(origin).as_ref() == Some(&host))
        };
        let fetch_site = headers.get(SEC_FETCH_SITE).map(HeaderValue::as_bytes);
        let from_elsewhere = match fetch_site {
            // An address that is typed in, clicked in another program, or a request of the page.
            None | Some(b"none" | b"same-origin") => false,
            // A link or a redirect on another page may open the board, but only with the key.
            Some(_) => !query_key.is_some_and(|key| self.is_key(key)),
        };
        if from_elsewhere || headers.get(ORIGIN).is_some_and(|origin| !is_own(origin)) {
            return Err(Refusal::Origin);
        }
        let name = self.cookie_name();
        let cookies = headers.get_all(COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
        let has_cookie = cookies.flat_map(|cookies| cookies.split(';')).any(|cookie| {
            cookie.trim().split_once('=').is_some_and(|(n, key)| n == name && self.is_key(key))
        });
        let has_key = has_cookie || query_key.is_some_and(|key| self.is_key(key));
        if has_key { Ok(()) } else { Err(Refusal::Key) }
    }

    /// Compares in constant time, so that the time does not tell how much of a guess is right.
    fn is_key(&self, guess: &str) -> bool {
        let (key, guess) = (self.key.as_bytes(), guess.as_bytes());
        key.len() == guess.len()
            && key.iter().zip(guess).fold(0, |diff, (a, b)| diff | (a ^ b)) == 0
    }
}

/// Returns the address of this machine from which it reaches others, without sending anything.
fn network_address(is_v6: bool) -> Option<IpAddr> {
    let (any, remote) =
        if is_v6 { ("[::]:0", "[2001:db8::1]:9") } else { ("0.0.0.0:0", "192.0.2.1:9") };
    let socket = UdpSocket::bind(any).ok()?;
    socket.connect(remote).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(headers: &[(&'static str, String)], query_key: Option<&str>) -> Result<(), Refusal> {
        check_at("127.0.0.1:4000", headers, query_key)
    }

    fn check_at(
        local: &str,
        headers: &[(&'static str, String)],
        query_key: Option<&str>,
    ) -> Result<(), Refusal> {
        let local: SocketAddr = local.parse().unwrap();
        let rules = AccessRules { key: "0123456789abcdef".into(), address: local };
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        rules.check(&map, local, query_key)
    }

    fn header(name: &'static str, value: &str) -> (&'static str, String) {
        (name, value.into())
    }

    #[test]
    fn the_key_is_accepted_in_the_query_and_in_the_cookie() {
        let host = || header("host", "127.0.0.1:4000");
        assert_eq!(check(&[host()], Some("0123456789abcdef")), Ok(()));
        assert_eq!(check(&[header("host", "localhost:4000")], Some("0123456789abcdef")), Ok(()));
        let cookie = header("cookie", "other=1; ozutsu_board_4000=0123456789abcdef");
        assert_eq!(check(&[host(), cookie], None), Ok(()));
        for wrong in ["", "0123456789abcdee", "0123456789abcdef0"] {
            assert_eq!(check(&[host()], Some(wrong)), Err(Refusal::Key), "{wrong}");
        }
        assert_eq!(check(&[host()], None), Err(Refusal::Key));
        let other_port = header("cookie", "ozutsu_board_4001=0123456789abcdef");
        assert_eq!(check(&[host(), other_port], None), Err(Refusal::Key));
    }

    #[test]
    fn other_hosts_are_refused() {
        let key = Some("0123456789abcdef");
        for host in
            ["evil.example:4000", "127.0.0.1", "127.0.0.1:4001", "127.0.0.1.evil.example:4000"]
        {
            assert_eq!(check(&[header("host", host)], key), Err(Refusal::Host), "{host}");
        }
        assert_eq!(check(&[], key), Err(Refusal::Host));
    }

    #[test]
    fn an_address_of_the_network_is_its_own_host_and_origin() {
        let key = Some("0123456789abcdef");
        let local = "192.168.1.5:4000";
        let check = |host: &str, origin: &str| {
            check_at(local, &[header("host", host), header("origin", origin)], key)
        };
        assert_eq!(check(local, "http://192.168.1.5:4000"), Ok(()));
        assert_eq!(check("localhost:4000", "http://localhost:4000"), Err(Refusal::Host));
        assert_eq!(check("127.0.0.1:4000", "http://127.0.0.1:4000"), Err(Refusal::Host));
        assert_eq!(check(local, "http://127.0.0.1:4000"), Err(Refusal::Origin));
        assert_eq!(check_at("[::1]:4000", &[header("host", "[::1]:4000")], key), Ok(()));
        assert_eq!(check_at(local, &[header("host", local)], None), Err(Refusal::Key));
    }

    #[test]
    fn other_origins_are_refused() {
        let key = Some("0123456789abcdef");
        let host = || header("host", "127.0.0.1:4000");
        for origin in
            ["http://evil.example", "http://127.0.0.1:4001", "null", "http://localhost:4000"]
        {
            let headers = [host(), header("origin", origin)];
            assert_eq!(check(&headers, key), Err(Refusal::Origin), "{origin}");
        }
        assert_eq!(check(&[host(), header("origin", "http://127.0.0.1:4000")], key), Ok(()));
        let cookie = || header("cookie", "ozutsu_board_4000=0123456789abcdef");
        for (site, expected) in [
            ("none", Ok(())),
            ("same-origin", Ok(())),
            ("same-site", Err(Refusal::Origin)),
            ("cross-site", Err(Refusal::Origin)),
        ] {
            let headers = [host(), cookie(), header("sec-fetch-site", site)];
            assert_eq!(check(&headers, None), expected, "{site}");
            assert_eq!(check(&headers, Some("0")), expected, "{site}");
            assert_eq!(check(&headers, key), Ok(()), "{site}");
        }
    }

    #[test]
    fn the_default_port_may_be_left_out() {
        let key = Some("0123456789abcdef");
        for (local, host) in
            [("127.0.0.1:80", "127.0.0.1"), ("127.0.0.1:80", "localhost"), ("[::1]:80", "[::1]")]
        {
            let with_port = format!("{host}:80");
            for host in [host, &with_port] {
                let headers = [header("host", host), header("origin", &format!("http://{host}"))];
                assert_eq!(check_at(local, &headers, key), Ok(()), "{host}");
            }
            let headers = [header("host", host), header("origin", "http://evil.example")];
            assert_eq!(check_at(local, &headers, key), Err(Refusal::Origin));
        }
        for host in ["evil.example", "evil.example:80", "127.0.0.1:8080"] {
            let refused = check_at("127.0.0.1:80", &[header("host", host)], key);
            assert_eq!(refused, Err(Refusal::Host), "{host}");
        }
    }

    #[test]
    fn keys_differ() {
        let keys = [0, 1].map(|_| AccessRules::new(([127, 0, 0, 1], 1).into()).unwrap().key);
        assert!(keys[0] != keys[1] && keys[0].len() == 32, "{keys:?}");
    }
}
