import { useService } from '../support/shared-service.ts';
import { testStreams } from '../support/stream-tests.ts';

testStreams('graphql', useService());
