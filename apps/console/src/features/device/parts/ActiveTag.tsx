import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag } from '../../../ui/StatusTag.tsx'

/** The platform's activity flag as a badge: Active green, Inactive red. */
export function ActiveTag({ active }: { active: boolean }) {
  const t = useTexts('device')
  return <StatusTag tone={active ? 'ok' : 'bad'}>{t(active ? 'info.active' : 'info.inactive')}</StatusTag>
}
