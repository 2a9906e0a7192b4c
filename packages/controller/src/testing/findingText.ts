import type { Finding } from '../checks/finding.ts'

/** Returns the content of a finding on one line: 'V2 greenShort Pr1_X3: program 1, phase 3, value 3, limit 5'. */
export function findingText({ check, code, field, params }: Finding): string {
  const data = Object.entries(params).map(([name, value]) => `${name} ${value}`)
  return `${check} ${code} ${field}: ${data.join(', ')}`
}
