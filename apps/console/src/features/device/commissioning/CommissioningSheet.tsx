import type { Commissioning, ConnectionFacts } from '@greenwave/contract/records/commissioning'
import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { isoSecond } from '@greenwave/controller/isoTime'
import { LAMP_COLOURS, PHASES } from '@greenwave/controller/controllerLimits'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { placeText } from '../../../data/device/location.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { Scrollable } from '../../../ui/page/Scrollable.tsx'
import { useDriftText } from '../parts/ClockFacts.tsx'
import { IntersectionImage } from '../parts/IntersectionImage.tsx'
import { answerOf } from '../model/lampWalk.ts'
import styles from './Commissioning.module.css'

interface CommissioningSheetProps {
  readonly info: DeviceInfo
  readonly record: Commissioning | undefined
  /** Facts about the connection now; those of the signature come before them. */
  readonly facts: ConnectionFacts
}

const shownOf = ({ place, image }: DeviceState) => ({ place, image })

/** Dated sheet with all that was found, on screen and on paper. It has no credentials. */
export function CommissioningSheet({ info, record, facts: now }: CommissioningSheetProps) {
  const t = useTexts('admin', 'commissioning')
  const device = useTexts('device')
  const drift = useDriftText()
  const nowMs = useNow(1000, serverNowMs)
  const { inText } = usePhaseNames()
  const { place, image } = useDevice(info.id.id, shownOf)
  const signed = record?.signed
  const facts = signed?.facts ?? now
  const lamps = PHASES.flatMap((phase) =>
    LAMP_COLOURS.flatMap((colour) => {
      const answer = record && answerOf(record, phase, colour)
      return answer ? [{ phase, colour, answer }] : []
    }),
  )
  const markText = (mark: { at: number; by: string } | undefined) =>
    mark ? t('markOf', { time: isoSecond(mark.at), who: mark.by }) : t('open')
  const accuracy = record?.place?.accuracyM
  const rows = [
    [t('sheet.junction'), info.label ? `${info.label} (${info.name})` : info.name],
    [t('sheet.customer'), info.customerTitle ?? device('info.noCustomer')],
    [t('sheet.begun'), markText(record?.begun)],
    [t('place.title'), place ? `${placeText(place)}${accuracy == null ? '' : ` ± ${accuracy} m`}` : t('open')],
    [t('sheet.address'), facts.address ?? '–'],
    [t('sheet.clock'), facts.driftS === undefined ? '–' : drift(facts.driftS)],
    [t('sheet.taken'), facts.wanted === undefined ? '–' : `${facts.taken ?? 0} / ${facts.wanted}`],
    [t('sheet.code'), facts.code ?? '–'],
    [t('sheet.findings'), facts.findings === undefined ? '–' : String(facts.findings)],
    [t('settings.checked'), markText(record?.checked)],
  ] as const
  return (
    <Card title={t('sheet.title')}>
      <dl className={styles.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {lamps.length === 0 ? (
        <p className={styles.hint}>{t('sheet.noLamps')}</p>
      ) : (
        <Scrollable label={t('lamps.title')}>
          <table className={styles.table}>
            <caption>{t('lamps.title')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('sheet.lamp')}</th>
                <th scope="col">{t('sheet.shown')}</th>
                <th scope="col">{t('sheet.street')}</th>
                <th scope="col">{t('sheet.when')}</th>
              </tr>
            </thead>
            <tbody>
              {lamps.map(({ phase, colour, answer }) => (
                <tr key={`${phase} ${colour}`}>
                  <th scope="row">
                    {inText(phase)} {device(`signals.${colour}`)}
                  </th>
                  <td>{answer.shown.replace(/^[a-z]+/, device(`signals.${colour}`))}</td>
                  <td>{t(answer.seen ? 'sheet.same' : 'sheet.differs')}</td>
                  <td>
                    {isoSecond(answer.at)}
                    <small> {answer.by}</small>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrollable>
      )}
      {image && (
        <div className={styles.photo}>
          <IntersectionImage key={image} url={image} alt={device('image.title')} />
        </div>
      )}
      <p className={styles.signature}>
        {signed
          ? t('sign.signedBy', { name: signed.name, time: isoSecond(signed.at) })
          : t('sheet.unsigned', { time: isoSecond(nowMs) })}
      </p>
      {signed?.note && <p>{signed.note}</p>}
      <div className={styles.lines}>
        <span>{t('sheet.installer')}</span>
        <span>{t('sheet.owner')}</span>
      </div>
    </Card>
  )
}
