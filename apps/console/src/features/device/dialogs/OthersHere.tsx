import { parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import type { OpenDialog } from '@greenwave/contract/records/openDialogs'
import { useMemo, useState } from 'react'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { useOpenDialogs } from '../../../data/device/useOpenDialogs.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { whoIsSignedIn } from '../../../data/session.ts'
import { ChangedValues } from '../../../shared/ChangedValues.tsx'
import { sinceText, timeText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './Findings.module.css'

interface OthersHereProps {
  readonly deviceId: string
  /** Title of this dialog, which the others see. */
  readonly title: string
  readonly opened: boolean
  /** Id of the change that this dialog has tried to send. */
  readonly own: string | undefined
}

const recordOf = ({ change }: DeviceState) => change

/**
 * Shows in a dialog of settings who else has one open at this junction, and what was sent from elsewhere since this
 * one was opened. It only informs: V12 compares the values.
 */
export function OthersHere({ deviceId, title, opened, own }: OthersHereProps) {
  const dialog = useTexts('settings', 'dialogs')
  const changes = useTexts('settings', 'changes')
  const others = useOpenDialogs(deviceId, title, opened)
  const sent = useSentElsewhere(deviceId, own)
  const userId = whoIsSignedIn().id
  const nameOf = ({ id, name }: OpenDialog['by']) =>
    id === userId ? dialog('change.ownOtherTab') : name || changes('unknownPerson')
  return (
    <div className={styles.others} role="status">
      {sent && (
        <div>
          {dialog('change.sentElsewhere', { name: nameOf(sent.by), time: timeText(sent.at) })}
          <ChangedValues before={sent.before} after={sent.after} until={sent.until} untilBefore={sent.untilBefore} />
        </div>
      )}
      {others.map(({ tab, by, title: theirs, since }) => (
        <div key={tab}>
          {dialog('change.othersHere', { title: theirs, name: nameOf(by), time: sinceText(since, serverNowMs()) })}
        </div>
      ))}
    </div>
  )
}

/** Returns the last change that was begun elsewhere since the component was mounted, unless it was refused. */
function useSentElsewhere(deviceId: string, own: string | undefined) {
  const [openedAtMs] = useState(serverNowMs)
  const record = useDevice(deviceId, recordOf)
  const change = useMemo(() => record && parseChangeRecord(record.ts, record.value), [record])
  return change && change.at >= openedAtMs && change.id !== own && change.state !== 'refused' ? change : undefined
}
