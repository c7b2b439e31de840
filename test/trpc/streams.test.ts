import { useService } from '../support/service.ts';
import { promiseStreams } from '../support/stream-suite.ts';

promiseStreams('trpc', useService());
