/** @file Findings of the platform, as the page shows them. */
import { dateText } from '../../../shared/dateText.ts'

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** Replaces the instants of UTC in a text of the platform by times of the city. */
export function withCityTimes(text: string): string {
  return text.replaceAll(INSTANT, (instant) => dateText(Date.parse(instant)))
}
