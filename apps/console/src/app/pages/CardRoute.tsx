import { useState } from 'react'
import { CardPage } from '../../features/card/CardPage.tsx'
import { DialogSlot } from '../../ui/dialogs/DialogSlot.tsx'
import { lazyPart } from '../../ui/states/lazyPart.tsx'

const CommentDialog = lazyPart(
  async () => (await import('../../features/now/dialogs/CommentDialog.tsx')).CommentDialog,
  'incidents',
  'monitoring',
)

/** The page with which a phone begins; what a user reports becomes a comment on the incident. */
export function CardRoute() {
  const [reported, setReported] = useState<{
    readonly deviceId: string | null
    readonly alarmId: string
    readonly junction: string
  } | null>(null)
  return (
    <>
      <CardPage
        onReport={({ id, of, junctionId, junction }) =>
          setReported({ deviceId: of === 'junction' ? junctionId : null, alarmId: id, junction })
        }
      />
      <DialogSlot
        subject={reported}
        render={(subject, opened) => <CommentDialog {...subject} opened={opened} onClose={() => setReported(null)} />}
      />
    </>
  )
}
