import { HistoryCursors } from '../history/historyCursors.ts'
import { openHistoryPieces } from '../history/historyReader.ts'
import { createStoredValues } from '../journal/storedValues.ts'
import type { ValueStorage } from '../port/valueStorage.ts'
import { createKeySets } from '../values/sampleRows.ts'
import { openValueWriter } from './valueWriter.ts'

/** Opens a storage that ends with the process: the same databases, in memory and in this thread. */
export function openMemoryStorage(): ValueStorage {
  const writer = openValueWriter({
    telemetryFile: ':memory:',
    historyFolder: ':memory:',
    retention: { samplesMs: Infinity, recordsMs: Infinity },
    settleAfterWrites: 10_000,
  })
  const keySets = createKeySets(writer.db)
  return {
    stored: createStoredValues(writer.db),
    commit: async (batch) => {
      writer.commit(batch)
      do writer.work()
      while (writer.isFull())
    },
    history(query, form) {
      const cursors = new HistoryCursors()
      let isOpen = false
      return {
        async next() {
          if (isOpen) return cursors.next(0)
          isOpen = true
          const recent = writer.recentSamples(query.device, query.startTs, query.endTs)
          return cursors.open(0, openHistoryPieces(writer.history.current(), recent, keySets, query, form))
        },
        cancel: () => cursors.cancel(0),
      }
    },
    erase: async (query) => writer.eraseValues(query),
    close: async () => writer.close(),
  }
}
