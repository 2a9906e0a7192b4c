import { isoTime } from '@greenwave/controller/isoTime'

/** Returns the name of a package: `TLC-0001-20261122-071600.evidence.zip`. Letters other than ASCII are left out. */
export function evidenceFileName(deviceName: string, fromMs: number): string {
  const plain = deviceName.normalize('NFD').replaceAll(/[^\w.-]+/g, '')
  const time = isoTime(fromMs).slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  return `${plain.replace(/^[.-]+/, '').slice(0, 60) || 'junction'}-${time}.evidence.zip`
}
