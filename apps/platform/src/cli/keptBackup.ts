import { openTarget, parseBackupAddress, BACKUP_ADDRESS_FORM } from '../keptBackup/address.ts'
import type { StoredBackup } from '../keptBackup/restoreStored.ts'
import { readBackupKey } from '../keptBackup/seal.ts'
import { StartRefused } from '../start/startRefused.ts'

/** Opens the backups at an address, and runs work with them. @throws {StartRefused} for a wrong address */
export async function withStoredBackups<T>(
  address: string,
  keyFile: string | undefined,
  work: (from: StoredBackup) => Promise<T>,
): Promise<T> {
  const parsed = parseBackupAddress(address)
  if (parsed === undefined)
    throw new StartRefused('address', `The address of the backup is wrong: ${BACKUP_ADDRESS_FORM}`)
  const key = keyFile === undefined ? undefined : await readBackupKey(keyFile)
  const target = await openTarget(parsed)
  try {
    return await work({ target, shown: parsed.shown, key })
  } finally {
    target.close()
  }
}
