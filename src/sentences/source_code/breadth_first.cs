static List<Cell> BreadthFirst(Ground ground, Cell start, Cell goal) {
    //= Begin
    var queue = new Queue<Cell>();
    var parent = new Dictionary<Cell, Cell> { [start] = start };
    queue.Enqueue(start);
    //= Take
    while (queue.TryDequeue(out var n)) {
        //= End
        if (n == goal) return Path(parent, n);
        //= Loop Illegal
        foreach (var m in ground.Neighbours(n)) {
            //= Known Needless
            if (parent.ContainsKey(m)) continue;
            //= Record
            parent[m] = n;
            //= Put
            queue.Enqueue(m);
            //=
        }
    }
    //= RunOut
    return null;
    //=
}
