//! Finding a port.

use platform::BOARD_PORT;
use std::io;
use std::net::{IpAddr, SocketAddr};
use tokio::net::TcpListener;

/// Listens on a port of an address. Without a port, on the default one or, if that is in use, on a
/// free one.
pub async fn listen(address: IpAddr, port: Option<u16>) -> io::Result<TcpListener> {
    let wanted = SocketAddr::from((address, port.unwrap_or(BOARD_PORT)));
    let error = match TcpListener::bind(wanted).await {
        Ok(listener) => return Ok(listener),
        Err(error) => error,
    };
    let mut advice = "";
    if error.kind() == io::ErrorKind::AddrInUse {
        if port.is_none() {
            return TcpListener::bind(SocketAddr::from((address, 0))).await;
        }
        advice =
            ": end the program that uses it, or choose another port; --port 0 takes a free one";
    }
    let port = wanted.port();
    let text = format!("cannot listen on port {port} of {address} ({error}){advice}");
    Err(io::Error::new(error.kind(), text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn a_port_in_use_is_named_or_replaced() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
        runtime.block_on(async {
            let address = IpAddr::from(Ipv4Addr::LOCALHOST);
            let first = listen(address, Some(0)).await.unwrap();
            let port = first.local_addr().unwrap().port();
            let error = listen(address, Some(port)).await.unwrap_err().to_string();
            assert!(
                error.contains(&format!("port {port} ")) && error.contains("--port 0"),
                "{error}"
            );
            // An address of documentation, which no machine has.
            let foreign = IpAddr::from(Ipv4Addr::new(203, 0, 113, 7));
            let error = listen(foreign, Some(0)).await.unwrap_err().to_string();
            assert!(error.contains("203.0.113.7") && !error.contains("--port"), "{error}");
            // Whether or not the default port is free, each call gets a port.
            let both = [listen(address, None).await, listen(address, None).await];
            let [one, two] = both.map(|listener| listener.unwrap().local_addr().unwrap().port());
            assert_ne!(one, two);
        });
    }
}
