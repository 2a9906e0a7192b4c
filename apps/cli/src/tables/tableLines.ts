/**
 * Returns rows with their columns below one another, the first to the left and the others to the right. A row with fewer
 * cells than the head ends with a sentence.
 */
export function tableLines(rows: readonly (readonly string[])[]): readonly string[] {
  const columns = rows[0]?.length ?? 0
  const whole = rows.filter((row) => row.length === columns)
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...(column === 0 ? rows : whole).map((row) => row[column]?.length ?? 0)),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => {
        if (column === 0) return cell.padEnd(widths[0] ?? 0)
        return row.length === columns ? cell.padStart(widths[column] ?? 0) : cell
      })
      .join('  ')
      .trimEnd(),
  )
}
