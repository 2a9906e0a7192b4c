import { textHash } from '@greenwave/contract/text'
import type { AttributeValues } from '@greenwave/controller/attributes'
import { parseInteger } from '@greenwave/controller/integer'
import { isoSecond } from '@greenwave/controller/isoTime'
import { MODE_CHOICES } from '@greenwave/controller/mode'
import type { DeliverySummary } from '@greenwave/controller/settingTable/delivery'
import { optionalSettingsOf, parseSettingKey } from '@greenwave/controller/settingTable/table'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { plainValues } from '@greenwave/observer/inEffect'
import { copiedValues } from '@greenwave/rollout/copyParts'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { cabinetPath } from '../../../data/cabinet.ts'
import { lastChangesQuery } from '../../../data/queries/changeHistory.ts'
import { deviceInfoQuery } from '../../../data/queries/devices.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { useDisplayWords } from '../../../shared/useDisplayWords.ts'
import { modeTextKey, useSettingWords } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { QrCode } from '../../../ui/page/QrCode.tsx'
import { type DisplayLine, displayLines, type StyleSource } from '../model/displayLines.ts'
import { useDisplayLineText } from '../words/useDisplayLineText.ts'
import { DayStrip } from './DayStrip.tsx'
import { SheetPlans } from './SheetPlans.tsx'
import { SheetPrograms } from './SheetPrograms.tsx'
import type { SheetFacts } from './sheetFacts.ts'
import styles from './TimingSheet.module.css'

/** Longest code: 32 bits in base 36. */
const LETTERS = 7

/**
 * Returns a short code of all settings but the mode, which belongs to the moment: the same one as long as they are the
 * same. 3 and '3' are the same setting.
 */
export function settingsCode(shared: AttributeValues): string {
  const values = Object.entries(copiedValues(shared, ['all'])).sort(([a], [b]) => (a < b ? -1 : 1))
  const plain = values.map(([key, value]) => [key, parseInteger(value) ?? value])
  return textHash(JSON.stringify(plain)).toString(36).toUpperCase().padStart(LETTERS, '0')
}

/** Returns when the last one of the settings was written, epoch milliseconds; undefined if none ever was. */
export function settingsWrittenMs(shared: TimedValues): number | undefined {
  const times = Object.entries(shared).flatMap(([key, { ts }]) => {
    const parts = parseSettingKey(key)
    return parts && parts.kind !== 'mode' ? [ts] : []
  })
  return times.length === 0 ? undefined : Math.max(...times)
}

interface TimingSheetProps {
  readonly deviceId: string
  readonly facts: SheetFacts
}

/** The sheet itself. Printed, it fills one A4 page, whatever the junction has. */
export function TimingSheet({ deviceId, facts }: TimingSheetProps) {
  const t = useTexts('settings', 'sheet')
  const { settings } = facts
  return (
    <article className={styles.sheet}>
      <div className={styles.head}>
        <Facts deviceId={deviceId} facts={facts} />
        <QrCode className={styles.code} text={`${location.origin}${cabinetPath(deviceId)}`} label={t('code')} />
      </div>
      <div className={styles.day}>
        <SheetPlans settings={settings} modeIsKnown={facts.modeIsKnown} />
        <Modes facts={facts} />
      </div>
      <DayStrip settings={settings} modeIsKnown={facts.modeIsKnown} nowSecond={null} nowBy="server" />
      <SheetPrograms facts={facts} />
      <div className={styles.notes}>
        <span>{t('notes')}</span>
        <div className={styles.signed}>
          <span>{t('checkedBy')}</span>
          <span>{t('date')}</span>
          <span>{t('signature')}</span>
        </div>
      </div>
    </article>
  )
}

function Facts({ deviceId, facts }: TimingSheetProps) {
  const t = useTexts('settings', 'sheet')
  const device = useTexts('device')
  const displays = useTexts('settings', 'displays')
  const displayWords = useDisplayWords()
  const { optionalText, valueText } = useSettingWords()
  const lineOf = useDisplayLineText()
  const isLost = useLiveLost()
  const info = useQuery(deviceInfoQuery(deviceId)).data
  const last = useQuery(lastChangesQuery(deviceId)).data?.[0]
  const { shared = {}, settings, place, delivery } = facts
  const writtenMs = settingsWrittenMs(shared)
  const withSource = (text: string, source: StyleSource) => `${text} (${displays(`sources.${source}`)})`.trimStart()
  const lineText = (line: DisplayLine) => withSource(lineOf(line), line.source)
  const { set, learned } = facts.styles
  const control = set.control ?? learned.control
  const controlText = control
    ? withSource(displayWords.controlText(control), set.control ? 'set' : 'learned')
    : displays('sources.unknown')
  return (
    <dl className={styles.facts}>
      <dt>{t('customer')}</dt>
      <dd>{info?.customerTitle || device('info.noCustomer')}</dd>
      {place && (
        <>
          <dt>{t('place')}</dt>
          <dd>
            {place.latitude}, {place.longitude}
          </dd>
        </>
      )}
      <dt>{t('version')}</dt>
      <dd title={t('versionHint')}>
        {t('versionOf', { time: isoSecond(writtenMs), code: settingsCode(plainValues(shared)) })}
      </dd>
      {last && (
        <>
          <dt>{t('lastChange')}</dt>
          <dd>{t('lastChangeOf', { time: isoSecond(last.at), who: last.by.name })}</dd>
        </>
      )}
      <dt>{t('clearance')}</dt>
      <dd>
        {t('clearanceOf', { ...settings.clearance })}
        {!facts.clearanceIsKnown && ` · ${device('facts.notSet')}`}
      </dd>
      {optionalSettingsOf(facts.reported).map((setting) => (
        <Fragment key={setting.group.kind}>
          <dt>{optionalText(setting.group, 'label')}</dt>
          <dd>{valueText(setting.keys[0].key, setting.of(settings) ?? setting.read(facts.reported) ?? 0)}</dd>
        </Fragment>
      ))}
      <dt>{displays('display')}</dt>
      <dd>{displayLines(facts.styles).map(lineText).join('; ')}</dd>
      <dt>{displays('control')}</dt>
      <dd>{controlText}</dd>
      <dt>{t('controller')}</dt>
      <dd>{delivery ? deliveryText(delivery) : '–'}</dd>
      {isLost && <dd className={styles.lost}>{t('lastKnown')}</dd>}
    </dl>
  )

  function deliveryText({ notTaken, pending, noReport }: DeliverySummary): string {
    if (noReport) return t('noReport')
    const count = notTaken + pending
    return count > 0 ? t('notTaken', { count }) : t('reports')
  }
}

/** Explains each mode, and marks the current one. */
function Modes({ facts: { settings, modeIsKnown } }: { readonly facts: SheetFacts }) {
  const t = useTexts('settings', 'sheet')
  const device = useTexts('device')
  return (
    <section>
      <h2>
        {t('modeNow', { mode: device(modeTextKey(settings.mode)) })}
        {!modeIsKnown && ` · ${device('facts.notSet')}`}
      </h2>
      <dl className={styles.modes} aria-label={t('modes')}>
        {MODE_CHOICES.map(({ name }) => (
          <div key={name}>
            <dt>{device(`mode.${name}`)}</dt>
            <dd>{t(`meaning.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
