import { parseInteger } from '@greenwave/controller/integer'
import { planKeys } from '@greenwave/controller/keys'
import type { GroupDelivery } from '@greenwave/controller/settingTable/delivery'
import { VisuallyHidden } from '@mantine/core'
import type { FollowedDelivery } from '../../../data/device/settings/deliveries.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { ChangeStateTag } from '../../../shared/changeState.tsx'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { planTimeText } from '../model/clockText.ts'

/**
 * Shows the delivery of a setting; while live data is lost, the last known state. A setting that was applied all along
 * has a text for screen readers only, because one line above states it for all; one that was changed meanwhile keeps its
 * tag. Shows nothing for a setting that was never set.
 */
export function DeliveryTag({ delivery }: { delivery: FollowedDelivery | undefined }) {
  const t = useTexts('device')
  const states = useTexts('device', 'changeStates')
  const reportedText = useReportedText()
  const lost = useLiveLost()
  if (!delivery) return null
  const { state, openedMs } = delivery
  if (openedMs === null) return <VisuallyHidden>{states('name.taken')}</VisuallyHidden>
  const reported = state === 'differs' ? reportedText(delivery) : ''
  return (
    <ChangeStateTag state={state} isOld={lost} label={(name) => (reported ? `${name}: ${reported}` : name)}>
      {/* Hidden, because every row has a tag and no room for the words; the heads of the cards show them. */}
      {lost && <VisuallyHidden>{`· ${t('signals.lastKnown')}`}</VisuallyHidden>}
    </ChangeStateTag>
  )
}

/**
 * Returns a function that gives the text of what the controller reports instead of the first differing value. If only a
 * plan's time differs, this is the whole time.
 */
function useReportedText(): (delivery: GroupDelivery) => string {
  const { valueText, nameOf } = useSettingWords()
  return ({ group, keys }) => {
    const differing = keys.filter((key) => key.state === 'differs')
    const [first] = differing
    if (!first) return ''
    if (group.kind === 'plan') {
      const names = planKeys(group.plan)
      const isTime = differing.every((key) => key.key === names.hour || key.key === names.minute)
      const reported = (name: string) => parseInteger(keys.find((key) => key.key === name)?.reported) ?? 0
      if (isTime) return planTimeText({ hour: reported(names.hour), minute: reported(names.minute) })
    }
    const value = valueText(first.key, first.reported)
    return keys.length > 2 ? `${nameOf(first.key)} ${value}` : value
  }
}
