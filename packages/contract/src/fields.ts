/** @file Shapes of single fields that a form checks before the platform does. */

/** Longest name, label, title or first name that the platform stores, in UTF-16 units. */
export const TEXT_LIMIT = 255

/** An e-mail address as the platform takes it: ASCII, no spaces, a dot and at least two letters at the end. */
export const EMAIL_ADDRESS = /^[\w!#$%&'*+/=?`{|}~^.-]+@[A-Z0-9.-]+\.[A-Z]{2,}$/i

/** A telephone number as ITU-T E.164 writes it: a plus sign, a digit from 1 to 9, then 1 to 14 digits. */
export const PHONE_E164 = /^\+[1-9]\d{1,14}$/
