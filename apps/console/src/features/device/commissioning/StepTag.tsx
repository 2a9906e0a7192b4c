import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'

/** Whether a step is done. */
export function StepTag({ isDone }: { readonly isDone: boolean }) {
  const t = useTexts('admin', 'commissioning')
  return (
    <StatusTag tone={isDone ? 'ok' : 'mute'} withShape>
      {t(isDone ? 'done' : 'open')}
    </StatusTag>
  )
}
