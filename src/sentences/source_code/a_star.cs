static List<Cell> AStar(Ground ground, Cell start, Cell goal) {
    //= Begin
    var open = new PriorityQueue<Cell, int>();
    var g = new Dictionary<Cell, int> { [start] = 0 };
    var parent = new Dictionary<Cell, Cell>();
    open.Enqueue(start, ground.H(start, goal));
    //= Take
    while (open.TryDequeue(out var n, out _)) {
        //= End
        if (n == goal) return Path(parent, n);
        //= Loop Illegal
        foreach (var m in ground.Neighbours(n)) {
            //= Cost
            var cost = g[n] + ground.Step(n, m);
            //= Known Needless
            if (g.TryGetValue(m, out var known) && known <= cost) continue;
            //= Record
            g[m] = cost;
            parent[m] = n;
            //= Put
            open.Enqueue(m, cost + ground.H(m, goal));
            //=
        }
    }
    //= RunOut
    return null;
    //=
}
