import { Button } from '@mantine/core'
import { useTexts } from '../../../texts/useTexts.ts'
import { notifyErrorBriefly, notifySuccess } from '../../../ui/notices/notify.tsx'
import { copyText } from '../../../ui/page/copyText.ts'
import type { Playhead } from '../model/Playhead.ts'

/** Copies the address of the second at the cursor. */
export function CopyLink({ playhead }: { playhead: Playhead }) {
  const t = useTexts('monitoring', 'history')
  const copy = async () => {
    const { atMs, span } = playhead.state
    const address = new URL(window.location.href)
    address.search = new URLSearchParams({ at: String(atMs), span }).toString()
    if (await copyText(address.href)) notifySuccess(t('linkCopied'))
    else notifyErrorBriefly(t('linkFailed'))
  }
  return (
    <Button variant="default" onClick={() => void copy()}>
      {t('link')}
    </Button>
  )
}
