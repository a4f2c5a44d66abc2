#!/usr/bin/env bash
# Checks the files in deploy/ with the programs that read them. A program that is not installed is named and skipped.
#
#   units        systemd-analyze verify           (Debian: systemd)
#   scripts      sh -n
#   nginx        nginx -t, with a certificate made for it   (Debian: nginx)
#   Caddyfile    caddy validate                   (Debian: caddy)
#   compose      structure, references and variables        (Debian: python3-yaml)
#   Helm chart   helm lint and helm template; without helm, Go's text/template and the schemas of Kubernetes
#                (Debian: golang-go; PyPI: kubernetes-validate, in the python3 that PYTHON names)
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
have() { command -v "$1" > /dev/null || { echo "skipped: $1 is not installed" >&2; return 1; }; }

for script in deploy/debian/postinst deploy/debian/prerm deploy/debian/postrm; do sh -n "$script"; done

if have systemd-analyze; then
    mkdir "$work/units"
    for unit in deploy/systemd/*.service deploy/systemd/*.timer; do
        # The binary need not be installed.
        sed 's|/usr/local/bin/numsift|/bin/true|' "$unit" > "$work/units/$(basename "$unit")"
    done
    systemd-analyze verify --man=no "$work"/units/*
    echo "units: verified"
fi

if have nginx; then
    openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=console.example.com -keyout "$work/key.pem" -out "$work/cert.pem" 2> /dev/null
    sed -e "s|/etc/ssl/numsift/fullchain.pem|$work/cert.pem|" -e "s|/etc/ssl/numsift/privkey.pem|$work/key.pem|" \
        deploy/proxy/nginx.conf > "$work/site.conf"
    printf 'pid %s/pid; error_log stderr; events {} http { access_log off; client_body_temp_path %s/b; proxy_temp_path %s/p;
fastcgi_temp_path %s/f; uwsgi_temp_path %s/u; scgi_temp_path %s/s; include %s/site.conf; }\n' \
        "$work" "$work" "$work" "$work" "$work" "$work" "$work" > "$work/nginx.conf"
    nginx -t -q -c "$work/nginx.conf"
    echo "nginx.conf: verified"
fi
if have caddy; then
    HOME=$work caddy validate --adapter caddyfile --config deploy/proxy/Caddyfile > "$work/caddy.log" 2>&1 || { cat "$work/caddy.log"; exit 1; }
    echo "Caddyfile: verified"
fi

"$python" scripts/lib/check-deploy.py units
"$python" scripts/lib/check-deploy.py compose
if ! "$python" -c 'import kubernetes_validate' 2> /dev/null; then
    echo "skipped: $python has no kubernetes-validate" >&2
    exit
fi
for values in "ingress.enabled=false" "ingress.enabled=true"; do
    if command -v helm > /dev/null; then
        helm lint --strict deploy/helm/numsift --set "$values" > /dev/null
        helm template numsift deploy/helm/numsift --set "$values"
    elif have go; then
        "$python" scripts/lib/check-deploy.py context "$values" |
            GO111MODULE=off GOFLAGS= GOCACHE=$work/go go run scripts/lib/render-chart.go deploy/helm/numsift/templates
    else
        break
    fi > "$work/manifests.yaml"
    "$python" scripts/lib/check-deploy.py manifests < "$work/manifests.yaml"
done
