/**
 * Circles in a graph, each once and as a path that ends where it begins: one per group of nodes that reach each other.
 * Strongly connected components by Tarjan, "Depth-first search and linear graph algorithms", 1972.
 * @param {Map<string, string[]>} graph
 * @returns {string[][]}
 */
export function findCycles(graph) {
  const order = new Map();
  const low = new Map();
  const stack = [];
  const cycles = [];

  const visit = (node) => {
    order.set(node, order.size);
    low.set(node, order.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== order.get(node)) return;
    const group = new Set(stack.splice(stack.indexOf(node)));
    const isCycle = group.size > 1 || (graph.get(node) ?? []).includes(node);
    if (isCycle) cycles.push(shortestCircle(graph, node, group));
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;
}

/** Breadth first from a node back to itself, inside its group. */
function shortestCircle(graph, start, group) {
  const paths = [[start]];
  const seen = new Set();
  for (const path of paths) {
    for (const next of graph.get(path.at(-1)) ?? []) {
      if (next === start) return [...path, start];
      if (!group.has(next) || seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  }
  return [start];
}
