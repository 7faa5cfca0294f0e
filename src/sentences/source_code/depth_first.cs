static List<Cell> DepthFirst(Ground ground, Cell start, Cell goal) {
    //= Begin
    var stack = new Stack<(Cell, Cell)>();
    var parent = new Dictionary<Cell, Cell>();
    stack.Push((start, start));
    //= Take Back
    while (stack.TryPop(out var top)) {
        var (n, before) = top;
        if (!parent.TryAdd(n, before)) continue;
        //= End
        if (n == goal) return Path(parent, n);
        //= Loop Illegal
        foreach (var m in ground.Neighbours(n)) {
            //= Known
            if (parent.ContainsKey(m)) continue;
            //= Put
            stack.Push((m, n));
            //=
        }
    }
    //= RunOut
    return null;
    //=
}
