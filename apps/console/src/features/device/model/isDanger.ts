import type { Finding } from '@greenwave/controller/checks/finding'

/**
 * Returns whether a finding reports two conflicting movements on the road at once (V4). Such a warning is worded and
 * shown as danger.
 */
export function isDanger(finding: Finding): boolean {
  return finding.check === 'V4'
}
