/** Returns a share as 41.7 %. */
export function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`
}
