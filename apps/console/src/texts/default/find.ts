/** Texts of the palette that finds anything. */
export const find = {
  title: 'Find anything',
  field: 'Junction, incident, customer, page, action',
  clear: 'Clear',
  results: 'Found',
  searching: 'Searching',
  found_one: '{{count}} found',
  found_other: '{{count}} found',
  nothing: 'Nothing is called “{{text}}”.',
  keys: '↑ ↓ move · Enter opens · Esc closes',

  junctions: 'Junctions',
  incidents: 'Incidents',
  customers: 'Customers',
  pages: 'Pages',
  actions: 'Actions',
  allJunctions: 'All junctions with “{{text}}”',
  allCustomers: 'All customers with “{{text}}”',
  junctionsFailed: 'Failed to load devices',
  incidentsFailed: 'Failed to load incidents',
  customersFailed: 'Failed to fetch customers',

  incident: '{{junction}} · {{severity}} · since {{since}}',
  severity: {
    CRITICAL: 'critical',
    MAJOR: 'major',
    MINOR: 'minor',
    WARNING: 'warning',
    INDETERMINATE: 'indeterminate',
  },

  profile: 'Profile',
  security: 'Security',
  addDevice: 'Add Device',
  addCustomer: 'Add Customer',
  causeFault: 'Demonstration: cause a fault on this junction',
} as const
