import { settingsAfter } from '@greenwave/changes/historyEntry'
import { type Restoration, restorationOf, undoOf } from '@greenwave/changes/restore'
import type { ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { checkConnection } from '@greenwave/controller/checks/connection'
import { type Finding, found } from '@greenwave/controller/checks/finding'
import { shownValue } from '@greenwave/controller/checks/ranges'
import { parseInteger } from '@greenwave/controller/integer'
import { MODE_KEY } from '@greenwave/controller/keys'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { checkChange } from '@greenwave/controller/settingTable/checkChange'
import { settingsOfController } from '@greenwave/controller/settingTable/table'
import { plainValues } from '@greenwave/observer/inEffect'
import { useState } from 'react'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { dateText } from '../../../shared/dateText.ts'
import { useChangeWords } from '../../../shared/useChangeWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { checkHoldEnd, chosenHold, isHeldMode, useHoldEnd } from '../model/useHoldEnd.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import type { DialogProps } from './dialogProps.ts'
import styles from './Findings.module.css'
import { HoldEndFields } from './HoldEndFields.tsx'
import { useChangeFlow } from './useChangeFlow.ts'
import { useHoldWording, useSavedNotice, useStreetEffectText } from './useSaveWords.ts'

/**
 * Ways to go back:
 *
 * - undo: what one change wrote becomes what it was before
 * - before, after: all settings become what they were before or after it
 */
export interface GoingBack {
  readonly how: 'undo' | 'before' | 'after'
  readonly change: ChangeRecord
}

/** Properties of `RestoreDialog`. */
export interface RestoreDialogProps extends Omit<DialogProps, 'onClose'> {
  readonly to: GoingBack
  /** The attributes of the scope, as the platform has them: with their JSON types. */
  readonly present: Readonly<Record<string, unknown>>
  readonly onClose: (isDone: boolean) => void
}

/** Asks before settings become again what they were, with the same checks as any other change. */
export function RestoreDialog({ view, opened, to, present, onClose }: RestoreDialogProps) {
  const t = useTexts('settings', 'changes')
  const { nameOf, valueText } = useChangeWords()
  const notify = useSavedNotice()
  const effectText = useStreetEffectText()
  const { change, how } = to
  // Fixed at opening, so that what is listed is sent. Whoever changes it meanwhile is a conflict.
  const [{ values, changedSince, unkept }] = useState(() => restorationFor(to, present))
  const time = dateText(change.at)
  const isEmpty = Object.keys(values).length === 0
  const isOfController = change.scope === 'SHARED_SCOPE'
  const { online } = view.connectivity
  const nowMs = useNow(1000, serverNowMs)
  const end = useHoldEnd(view)
  const holdWording = useHoldWording(view, nowMs)
  // A mode that is held gets an end, as in its own dialog: that of before may be over long ago.
  const mode = isOfController ? parseInteger(values[MODE_KEY]) : undefined
  const isHeld = mode !== undefined && isHeldMode(mode)
  const flow = useChangeFlow({
    view,
    scope: change.scope,
    keys: Object.keys(values),
    restores: change.at,
    ...(isHeld && { hold: () => chosenHold(end, mode) }),
    fallback: t('restoreFailed'),
    onSaved: (sent, saved) => notify(t('settingsOf', { time }), sent, saved),
    onClose: () => onClose(true),
  })
  const again = changedSince.map((key) =>
    found('changedMeanwhile', key, { opened: shownValue(change.after[key]), current: shownValue(present[key]) }),
  )
  const has = settingsOfController(plainValues(view.client))
  const findings = [
    ...(isOfController
      ? checkChange({
          before: parseSettings(present, has),
          after: after(present, values),
          keys: Object.keys(values),
          has,
          limits: view.site.limits,
        })
      : []),
    ...again,
    ...(isHeld ? checkHoldEnd(end, mode, nowMs) : []),
    ...(isOfController && !isEmpty ? checkConnection(online) : []),
  ]
  const removed = Object.keys(values).filter((key) => values[key] === null)
  return (
    <ChangeDialog
      view={view}
      opened={opened}
      flow={flow}
      values={values}
      blocked={isEmpty}
      until={isHeld ? end.at(end.of(mode), nowMs) : undefined}
      findings={findings}
      online={isOfController ? online : undefined}
      {...(isOfController && {
        effect: effectText(parseSettings(present), parseSettings(after(present, values)), online),
      })}
      wording={(finding: Finding) =>
        again.some((one) => one === finding)
          ? t('changedAgain', {
              field: nameOf(finding.field),
              current: valueText(finding.field, present[finding.field]),
            })
          : holdWording(finding)
      }
      lead={
        <>
          <strong>{t(`goingBack.${how}`, { time })}</strong>
          {isHeld && <HoldEndFields choice={end} mode={mode} nowMs={nowMs} disabled={flow.submitting} />}
          {isEmpty && <p className={styles.state}>{t('nothingToRestore')}</p>}
          {removed.length > 0 && (
            <p className={styles.state}>{t('removes', { names: removed.map(nameOf).join(', ') })}</p>
          )}
          {unkept.length > 0 && <p className={styles.state}>{t('unkept', { names: unkept.map(nameOf).join(', ') })}</p>}
        </>
      }
      onClose={() => onClose(false)}
    />
  )
}

function restorationFor({ how, change }: GoingBack, present: Readonly<Record<string, unknown>>): Restoration {
  if (how === 'undo') return undoOf(change, present)
  return restorationOf(change, how === 'before' ? change.before : settingsAfter(change), present)
}

function after(present: Readonly<Record<string, unknown>>, values: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries({ ...present, ...values }).filter(([, value]) => value !== null))
}
