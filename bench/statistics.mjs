/** The summary of several samples: their median, and their spread. */

export function median(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function summarize(samples) {
  return { median: median(samples), min: Math.min(...samples), max: Math.max(...samples), samples };
}

/** Growth of y over the range of x, as a share of its value at the beginning, by the regression line. */
export function relativeGrowth(points) {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const slope =
    points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) /
    points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const xs = points.map(([x]) => x);
  const [from, to] = [Math.min(...xs), Math.max(...xs)];
  return (slope * (to - from)) / (meanY + slope * (from - meanX));
}
