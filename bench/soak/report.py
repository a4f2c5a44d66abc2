"""The report of a soak: tables, and charts as SVG."""

COLOURS = ["#1068bf", "#c4320a", "#067647", "#6941c6", "#b54708", "#344054"]
WIDTH, HEIGHT, LEFT, BOTTOM = 720, 260, 60, 40


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


def chart(title, unit, series, events):
    """`series` maps names to (minute, value); `events` are minutes with a disturbance."""
    points = [point for line in series.values() for point in line]
    most_x = max([x for x, _ in points], default=1) or 1
    most_y = max([y for _, y in points], default=1) or 1

    def place(x, y):
        return LEFT + x / most_x * (WIDTH - LEFT - 10), 30 + (1 - y / most_y) * (HEIGHT - 30 - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT + 20 * len(series)}" font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{LEFT}" y="18" font-weight="bold">{title}</text>',
    ]
    for step in range(5):
        value = most_y * step / 4
        x, y = place(0, value)
        parts.append(f'<line x1="{x}" x2="{WIDTH - 10}" y1="{y:.0f}" y2="{y:.0f}" stroke="#d0d5dd"/>')
        parts.append(f'<text x="{x - 6}" y="{y + 4:.0f}" text-anchor="end">{value:.4g}</text>')
    for minute in events:
        x, _ = place(min(minute, most_x), 0)
        parts.append(f'<line x1="{x:.0f}" x2="{x:.0f}" y1="30" y2="{HEIGHT - BOTTOM}" stroke="#98a2b3" stroke-dasharray="3 3"/>')
    parts.append(f'<text x="{WIDTH - 10}" y="{HEIGHT - 14}" text-anchor="end">{most_x:.0f} min; {unit}; dashed: a disturbance</text>')
    for index, (name, line) in enumerate(series.items()):
        colour = COLOURS[index % len(COLOURS)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in line))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        y = HEIGHT + 20 * index
        parts.append(f'<rect x="{LEFT}" y="{y}" width="12" height="12" fill="{colour}"/><text x="{LEFT + 18}" y="{y + 11}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def quarters(line, minutes):
    """Medians of the second and of the last quarter of a series."""
    second = [value for minute, value in line if minutes / 4 <= minute < minutes / 2]
    last = [value for minute, value in line if minute >= minutes * 3 / 4]
    return percentile(second, 0.5), percentile(last, 0.5)


def trend_table(header, series, minutes):
    rows = [f"| {header} | second quarter | last quarter | ratio |", "|---|---:|---:|---:|"]
    for name, line in series.items():
        second, last = quarters(line, minutes)
        rows.append(f"| {name} | {second:.1f} | {last:.1f} | {last / second if second else 0:.2f} |")
    return "\n".join(rows)
