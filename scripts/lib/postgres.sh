# A temporary PostgreSQL cluster on a free loopback port. Source this file.
#   start_postgres DIR      creates a cluster in DIR and starts it
#   postgres_url DIR NAME   prints the URL of database NAME
#   stop_postgres DIR       stops the cluster if it is running

postgres_bin() {
    local newest
    newest=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
    if [ -n "$newest" ]; then echo "$newest"; else dirname "$(command -v initdb)"; fi
}

# PostgreSQL refuses to run as root; use its system user then.
as_postgres() {
    if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

start_postgres() {
    local dir=$1 bin port durability
    # No durability: the cluster is temporary. Benchmarks set POSTGRES_DURABLE to measure with it, and POSTGRES_OPTIONS.
    durability="-c fsync=off -c synchronous_commit=off -c full_page_writes=off"
    if [ -n "${POSTGRES_DURABLE:-}" ]; then durability=; fi
    bin=$(postgres_bin)
    port=$(free_port)
    mkdir -p "$dir"
    echo "$port" > "$dir/port"
    if [ "$(id -u)" = 0 ]; then chown -R postgres "$dir"; chmod a+x "$(dirname "$dir")"; fi
    (
        cd "$dir"
        as_postgres "$bin/initdb" --pgdata "$dir/data" --username numsift --auth trust \
            --encoding UTF8 --locale C.UTF-8 --no-sync > "$dir/initdb.log"
        as_postgres "$bin/pg_ctl" --pgdata "$dir/data" --log "$dir/server.log" --wait start -o \
            "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$dir $durability -c max_connections=300 ${POSTGRES_OPTIONS:-}" \
            > "$dir/start.log"
    )
}

postgres_url() {
    echo "postgres://numsift@127.0.0.1:$(cat "$1/port")/$2"
}

stop_postgres() {
    local dir=$1
    if [ -f "$dir/data/postmaster.pid" ]; then
        (cd "$dir" && as_postgres "$(postgres_bin)/pg_ctl" --pgdata "$dir/data" --mode immediate --wait stop > /dev/null)
    fi
}
