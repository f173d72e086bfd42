# The rules of the trace event format, and of what ringside writes in it: process = device, thread = lane, times in microseconds
# that are never negative, whatever begins ends, one task at a time in a lane, and arrows from a task to a later one elsewhere.
LANES = (0, 1)
ROUNDING = 0.002  # microseconds: times are written to the nanosecond


def problems(events):
    """Everything that breaks a rule, in words; at most one for each event."""
    found, names, lanes, open_spans, flows = [], set(), {}, {}, {}
    for i, event in enumerate(events):
        place = f"event {i}"
        if not isinstance(event, dict) or not isinstance(event.get("ph"), str):
            found.append(f"{place}: not an object with a phase (ph)")
            continue
        lane = (event.get("pid"), event.get("tid"))
        if not all(isinstance(number, int) and not isinstance(number, bool) for number in lane):
            found.append(f"{place}: pid and tid must be whole numbers, not {lane[0]!r} and {lane[1]!r}")
            continue
        if not isinstance(event.get("name"), str) or not isinstance(event.get("args", {}), dict):
            found.append(f"{place}: name must be text, and args an object if there are any")
            continue
        if event["ph"] == "M":
            if not isinstance(event.get("args", {}).get("name"), str):
                found.append(f"{place}: {event['name']} without a name")
            names.add((event["name"], *(lane if event["name"] == "thread_name" else lane[:1])))
            continue
        if not at_least_zero(event.get("ts")):
            found.append(f"{place}: ts is {event.get('ts')!r}, expected microseconds from 0 up")
            continue
        if event["ph"] == "X":
            if not at_least_zero(event.get("dur")):
                found.append(f"{place}: dur is {event.get('dur')!r}, expected microseconds from 0 up")
                continue
            lanes.setdefault(lane, []).append((event["ts"], event["ts"] + event["dur"], place))
        elif event["ph"] == "B":
            open_spans.setdefault(lane, []).append((event["ts"], place))
        elif event["ph"] == "E":
            begun = open_spans.get(lane) or [None]
            if begun[-1] is None or event["ts"] < begun[-1][0]:
                found.append(f"{place}: ends what was not begun")
            if begun[-1] is not None:
                begun.pop()
        elif event["ph"] in "sf":
            flows.setdefault(event.get("id"), []).append((event["ph"], event["ts"], lane, place))
        else:
            found.append(f"{place}: phase {event['ph']!r} is none of X, B, E, M, s, f")
    for spans in open_spans.values():
        found += [f"{place}: begun and never ended" for _, place in spans]
    for lane, spans in lanes.items():
        if lane[1] not in LANES:
            found.append(f"{spans[0][2]}: thread {lane[1]} is no lane: 0 computes, 1 transfers")
        if ("process_name", lane[0]) not in names:
            found.append(f"process {lane[0]} has no name")
        if ("thread_name", *lane) not in names:
            found.append(f"thread {lane[1]} of process {lane[0]} has no name")
        spans.sort(key=lambda span: (span[0], span[1]))
        for (_, end, _), (begin, _, place) in zip(spans, spans[1:]):
            if begin < end - ROUNDING:
                found.append(f"{place}: begins at {begin} µs, before the lane's task before it ends at {end} µs")
    return found + wrong_arrows(flows, lanes)


def wrong_arrows(flows, lanes):
    """An arrow is one start and one finish, no earlier and in another process, each of them at a task."""
    tasks = {(lane, begin) for lane, spans in lanes.items() for begin, _, _ in spans}
    found = []
    for number, ends in flows.items():
        place = ends[0][3]
        ends = sorted(ends, key=lambda end: (end[1], end[0] == "f"))
        if [phase for phase, _, _, _ in ends] != ["s", "f"]:
            found.append(f"{place}: arrow {number} is not one start and, no earlier, one finish")
        elif ends[0][2][0] == ends[1][2][0]:
            found.append(f"{place}: arrow {number} stays in process {ends[0][2][0]}")
        else:
            found += [f"{place}: arrow {number} is at {ts} µs in thread {lane[1]} of process {lane[0]}, where no task begins"
                      for _, ts, lane, _ in ends if (lane, ts) not in tasks]
    return found


def at_least_zero(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < float("inf")
