/** Does some work for each item, twenty at a time; resolves when all of it is done. */
export async function parallel<T>(items: readonly T[], work: (item: T, at: number) => Promise<unknown>): Promise<void> {
  const waiting = items.entries()
  async function worker(): Promise<void> {
    for (const [at, item] of waiting) await work(item, at)
  }
  await Promise.all(Array.from({ length: 20 }, worker))
}
