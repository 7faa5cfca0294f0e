static List<Cell> Greedy(Ground ground, Cell start, Cell goal) {
    //= Begin
    var open = new PriorityQueue<Cell, int>();
    var parent = new Dictionary<Cell, Cell> { [start] = start };
    open.Enqueue(start, ground.H(start, goal));
    //= Take
    while (open.TryDequeue(out var n, out _)) {
        //= End
        if (n == goal) return Path(parent, n);
        //= Loop Illegal
        foreach (var m in ground.Neighbours(n)) {
            //= Known Needless
            if (parent.ContainsKey(m)) continue;
            //= Record
            parent[m] = n;
            //= Put
            open.Enqueue(m, ground.H(m, goal));
            //=
        }
    }
    //= RunOut
    return null;
    //=
}
