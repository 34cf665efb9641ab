/** Runs dump.check.ts, which `npm test` leaves out. */
import base from '../../vitest.config.ts';

export default { ...base, test: { ...base.test, include: ['tests/linked/dump.check.ts'], testTimeout: 300_000 } };
